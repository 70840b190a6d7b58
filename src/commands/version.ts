// SPDX-License-Identifier: Apache-2.0
import * as Flags from '@oclif/core/flags'
import { FleetCommand } from '../lib/cli/oclif/fleet-command.ts'
import { io } from '../lib/io/io.ts'
import { C5c3Error } from '../lib/model/report/errors.ts'
import { safeLine } from '../lib/model/text/sanitize.ts'

export default class Version extends FleetCommand {
  static override summary = 'Print client and cluster versions'
  static override examples = [
    '# Print the client version only\n<%= config.bin %> version --client',
    '# Print the versions of the clusters of a demo\n<%= config.bin %> version --demo healthy',
  ]
  static override flags = {
    client: Flags.boolean({ summary: 'client version only' }),
  }

  async run(): Promise<number> {
    const parsed = await this.parse(Version)
    const platform = `${process.platform}-${process.arch}`
    const input = { ...parsed, client: { version: this.config.version, node: process.version, platform } }
    if (parsed.flags.client) return this.answer(input, () => import('../lib/topics/version/client.ts'))
    try {
      return await this.answerFromFleet(input, () => import('../lib/topics/version/clusters.ts'))
    } catch (error) {
      if (!(error instanceof C5c3Error && error.code === 'NO_KUBECONFIG')) throw error
      const exitCode = await this.answer(input, () => import('../lib/topics/version/client.ts'))
      await io().stderr.write(`note: client version only, no cluster was contacted: ${safeLine(error.message)}\n`)
      return exitCode
    }
  }
}

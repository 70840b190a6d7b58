// SPDX-License-Identifier: Apache-2.0
import * as Flags from '@oclif/core/flags'
import { FleetCommand } from '../lib/cli/fleet-command.ts'
import { versionNames, versionReport, versionView } from '../lib/reports/version.ts'

export default class Version extends FleetCommand {
  static override summary = 'the version of this tool and of the clusters it reaches'
  static override examples = ['<%= config.bin %> version --client', '<%= config.bin %> version --demo healthy']
  static override flags = {
    client: Flags.boolean({ summary: 'this tool only, ask no cluster' }),
  }

  async run(): Promise<number> {
    const { flags } = await this.parse(Version)
    const client = {
      version: this.config.version,
      node: process.version,
      platform: `${process.platform}-${process.arch}`,
    }
    const show = { view: versionView, names: versionNames }
    if (flags.client) return this.finish(versionReport(client), show, flags)
    return this.withFleet(flags, async ({ fleet }) => {
      const { contextRows } = await import('../lib/cli/context-rows.ts')
      return this.finish(versionReport(client, await contextRows(fleet), flags['allow-incomplete']), show, flags)
    })
  }
}

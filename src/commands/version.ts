// SPDX-License-Identifier: Apache-2.0
import * as Flags from '@oclif/core/flags'
import { BaseCommand } from '../lib/cli/base-command.ts'
import { versionReport, versionView } from '../lib/reports/version.ts'

export default class Version extends BaseCommand {
  static override summary = 'the version of this tool'
  static override examples = ['<%= config.bin %> version --client']
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
    return this.finish(versionReport(client), { view: versionView }, flags)
  }
}

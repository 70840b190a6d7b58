// SPDX-License-Identifier: Apache-2.0
import { outputFlag } from '../../lib/cli/flags/output-flags.ts'
import { BaseCommand } from '../../lib/cli/oclif/base-command.ts'
import { LIST_FORMATS } from '../../lib/render/formats.ts'

export default class ContextsProfiles extends BaseCommand {
  static override summary = 'List the profiles of the config file'
  static override examples = [
    '# List the profiles and which one is current\n<%= config.bin %> contexts profiles',
    '# Print only their names\n<%= config.bin %> contexts profiles -o name',
  ]
  static override formats = LIST_FORMATS
  static override baseFlags = { ...BaseCommand.baseFlags, output: outputFlag(LIST_FORMATS) }

  async run(): Promise<number> {
    const parsed = await this.parse(ContextsProfiles)
    return this.answer(parsed, () => import('../../lib/topics/contexts/profiles.ts'))
  }
}

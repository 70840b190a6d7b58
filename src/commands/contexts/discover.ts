// SPDX-License-Identifier: Apache-2.0
import * as Flags from '@oclif/core/flags'
import { withDryRunValue } from '../../lib/cli/flags/dry-run-flag.ts'
import { outputFlag } from '../../lib/cli/flags/output-flags.ts'
import { FleetCommand } from '../../lib/cli/oclif/fleet-command.ts'
import { io } from '../../lib/io/io.ts'
import { ERROR_FORMATS } from '../../lib/render/formats.ts'

export default class ContextsDiscover extends FleetCommand {
  static override summary = 'Discover clusters and save them as a profile'
  static override examples = [
    '# Show the profile without saving it\n<%= config.bin %> contexts discover --dry-run',
    '# Save the discovered clusters as profile prod\n<%= config.bin %> contexts discover --name prod --yes',
  ]
  static override formats = ERROR_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(ERROR_FORMATS) }
  static override flags = {
    name: Flags.string({ summary: 'name of the profile to save', default: 'default' }),
    'dry-run': Flags.boolean({ summary: 'print the config file instead of writing it' }),
    yes: Flags.boolean({ char: 'y', summary: 'replace an existing profile of this name without asking' }),
  }

  /** A boolean, because no server is involved; kubectl's values are accepted. */
  protected override async prepareArgs(argv: readonly string[]): Promise<readonly string[]> {
    const { words } = withDryRunValue(argv)
    return words.flatMap((word) => (word === '--dry-run=none' ? [] : word.replace(/^--dry-run=client$/, '--dry-run')))
  }

  async run(): Promise<number> {
    const parsed = await this.parse(ContextsDiscover)
    const { profileFile, profileNames } = await import('../../lib/fleet/profile.ts')
    const { env, home } = io()
    const file = profileFile(env, home)
    const input = { ...parsed, file, profiles: await profileNames(file) }
    return this.answerFromFleet(input, () => import('../../lib/topics/contexts/discover.ts'))
  }
}

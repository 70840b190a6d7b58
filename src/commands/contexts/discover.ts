// SPDX-License-Identifier: Apache-2.0
import * as Flags from '@oclif/core/flags'
import { confirm } from '../../lib/cli/confirm.ts'
import { FleetCommand } from '../../lib/cli/fleet-command.ts'
import { io } from '../../lib/cli/io.ts'
import { outputFlag } from '../../lib/cli/output.ts'
import { EXIT } from '../../lib/model/errors.ts'
import { ERROR_FORMATS } from '../../lib/render/formats.ts'

export default class ContextsDiscover extends FleetCommand {
  static override summary = 'find all clusters and write them down as a profile'
  static override examples = [
    '<%= config.bin %> contexts discover --dry-run',
    '<%= config.bin %> contexts discover --name prod --yes',
  ]
  static override formats = ERROR_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(ERROR_FORMATS) }
  static override flags = {
    name: Flags.string({ summary: 'name of the profile to write', default: 'default' }),
    'dry-run': Flags.boolean({ summary: 'print the config file instead of writing it' }),
    yes: Flags.boolean({ char: 'y', summary: 'replace a profile of this name without asking' }),
  }

  async run(): Promise<number> {
    const { flags } = await this.parse(ContextsDiscover)
    const { profileFile, profileNames } = await import('../../lib/fleet/profile.ts')
    const { profileEntries, withProfile } = await import('../../lib/fleet/profile-text.ts')
    const { readConfigFile, writeConfigFile } = await import('../../lib/cli/config-file.ts')
    const world = io()
    const file = profileFile(world.env, world.home)
    const names = await profileNames(file)
    return this.withFleet(flags, async ({ fleet }) => {
      const text = await withProfile(await readConfigFile(file), flags.name, profileEntries(fleet))
      for (const note of fleet.notes) await world.stderr.write(`note: ${note}\n`)
      for (const { label, failure } of fleet.members)
        if (failure) await world.stderr.write(`note: ${label}: ${failure.message}\n`)
      if (flags['dry-run']) await world.stdout.write(text)
      else {
        if (names.includes(flags.name)) await confirm(`replace profile "${flags.name}" in ${file}?`, flags.yes)
        await writeConfigFile(file, text)
        await world.stderr.write(`wrote profile "${flags.name}" with ${fleet.members.length} clusters to ${file}\n`)
      }
      return fleet.members.some((member) => member.failure) && !flags['allow-incomplete'] ? EXIT.incomplete : EXIT.ok
    })
  }
}

// SPDX-License-Identifier: Apache-2.0
import * as Flags from '@oclif/core/flags'
import { confirm } from '../../lib/cli/confirm.ts'
import { contextRows } from '../../lib/cli/context-rows.ts'
import { FleetCommand } from '../../lib/cli/fleet-command.ts'
import { io } from '../../lib/cli/io.ts'
import { outputFlag } from '../../lib/cli/output.ts'
import { safeLine } from '../../lib/model/safe.ts'
import { chooseFormat, ERROR_FORMATS } from '../../lib/render/formats.ts'
import { type ContextsDiscoverReport, contextsDiscoverReport } from '../../lib/reports/contexts-discover.ts'

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
    const { format } = chooseFormat(flags.output, ERROR_FORMATS)
    return this.withFleet(flags, async ({ fleet }) => {
      const entries = await profileEntries(fleet)
      const text = await withProfile(await readConfigFile(file), flags.name, entries)
      const written = !flags['dry-run'] && flags.demo === undefined
      const report = contextsDiscoverReport({
        profile: flags.name,
        file: safeLine(file),
        written,
        rows: await contextRows(fleet),
        entries,
        notes: flags.demo === undefined ? fleet.notes : [...fleet.notes, OF_A_DEMO],
        allowIncomplete: flags['allow-incomplete'],
      })
      const forPeople = format === 'table'
      if (forPeople) for (const note of notesOf(report)) await world.stderr.write(`note: ${note}\n`)
      if (written) {
        if (names.includes(flags.name)) await confirm(`replace profile "${flags.name}" in ${file}?`, flags.yes)
        await writeConfigFile(file, text)
      }
      // a view is never asked for: for people it is the config file itself
      if (!forPeople) return this.finish(report, { view: () => ({ blocks: [] }) }, flags)
      if (!written) await world.stdout.write(text)
      else await world.stderr.write(`wrote profile "${flags.name}" with ${fleet.members.length} clusters to ${file}\n`)
      return report.exitCode
    })
  }
}

/** As the current profile it would break every command after it. */
const OF_A_DEMO = 'the clusters of a demo are gone when it ends: nothing is written'

const notesOf = ({ notes, completeness }: ContextsDiscoverReport) => [
  ...notes,
  ...completeness.gaps.map(({ cluster, message }) => `${cluster}: ${message}`),
]

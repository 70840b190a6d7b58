// SPDX-License-Identifier: Apache-2.0

import type { Asked, CommandContext, Printed } from '../../cli/oclif/topic.ts'
import { confirm } from '../../cli/process/confirm.ts'
import { profileEntries, withProfile } from '../../fleet/profile-text.ts'
import { io } from '../../io/io.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { type ContextsDiscoverReport, contextsDiscoverReport } from '../../reports/contexts/discover.ts'
import { readConfigFile, writeConfigFile } from './profile-file.ts'
import { contextRows } from './rows.ts'

interface DiscoverFlags {
  readonly name: string
  readonly 'dry-run': boolean
  readonly yes: boolean
  readonly demo?: string | undefined
}

interface DiscoverAsked extends Asked<object, DiscoverFlags> {
  /** The config file and the profiles it has. */
  readonly file: string
  readonly profiles: readonly string[]
}

/** As the current profile it would break every command after it. */
const OF_A_DEMO = 'the clusters of a demo are gone when it ends: nothing is written'

/** Writes the clusters of the fleet to the config file as a profile. */
export async function answer(
  { fleet }: CommandContext,
  { flags, format, file, profiles }: DiscoverAsked,
): Promise<Answer<ContextsDiscoverReport> | Printed> {
  const world = io()
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
    if (profiles.includes(flags.name)) await confirm(`replace profile "${flags.name}" in ${file}?`, flags.yes)
    await writeConfigFile(file, text)
  }
  // no format draws the view: people get the config file itself
  if (!forPeople) return { report, presentation: { view: () => ({ blocks: [] }) } }
  if (!written) await world.stdout.write(text)
  else await world.stderr.write(`wrote profile "${flags.name}" with ${fleet.members.length} clusters to ${file}\n`)
  return { exitCode: report.exitCode }
}

const notesOf = ({ notes, completeness }: ContextsDiscoverReport) => [
  ...notes,
  ...completeness.gaps.map(({ cluster, message }) => `${cluster}: ${message}`),
]

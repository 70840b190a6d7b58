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

/** Writes the clusters of the fleet to the config file as a profile. */
export async function answer(
  { fleet }: CommandContext,
  { flags, format, file, profiles }: DiscoverInput,
): Promise<Answer<ContextsDiscoverReport> | Printed> {
  const cliIo = io()
  const entries = await profileEntries(fleet)
  const text = await withProfile(await readConfigFile(file), flags.name, entries)
  const isWritten = !flags['dry-run'] && flags.demo === undefined
  const report = contextsDiscoverReport({
    profile: flags.name,
    file: safeLine(file),
    written: isWritten,
    rows: await contextRows(fleet),
    entries,
    notes: flags.demo === undefined ? fleet.notes : [...fleet.notes, DEMO_NOTE],
    allowIncomplete: flags['allow-incomplete'],
  })
  const isText = format === 'table'
  if (isText) for (const note of notesOf(report)) await cliIo.stderr.write(`note: ${note}\n`)
  if (isWritten) {
    if (profiles.includes(flags.name)) await confirm(`replace profile "${flags.name}" in ${file}?`, flags.yes)
    await writeConfigFile(file, text)
  }
  // Text output is the config file itself, so no format draws the view.
  if (!isText) return { report, presentation: { view: () => ({ blocks: [] }) } }
  if (!isWritten) await cliIo.stdout.write(text)
  else await cliIo.stderr.write(`wrote profile "${flags.name}" with ${fleet.members.length} clusters to ${file}\n`)
  return { exitCode: report.exitCode }
}

const notesOf = ({ notes, completeness }: ContextsDiscoverReport) => [
  ...notes,
  ...completeness.gaps.map(({ cluster, message }) => `${cluster}: ${message}`),
]

interface DiscoverFlags {
  readonly name: string
  readonly 'dry-run': boolean
  readonly yes: boolean
  readonly demo?: string | undefined
}

interface DiscoverInput extends Asked<object, DiscoverFlags> {
  /** The config file and its profiles. */
  readonly file: string
  readonly profiles: readonly string[]
}

/** A demo as the current profile would break every later command. */
const DEMO_NOTE = 'the clusters of a demo are gone when it ends: nothing is written'

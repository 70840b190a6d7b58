// SPDX-License-Identifier: Apache-2.0
import { io } from '../../io/io.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { type JournalReport, journalNames, journalReport, journalView } from '../../reports/writes/journal.ts'
import { journalFile, readJournal } from '../../writes/journal.ts'

/** What this tool has written from this machine. */
export async function answer({
  flags: { last },
}: {
  readonly flags: { readonly last?: number | undefined }
}): Promise<Answer<JournalReport>> {
  const world = io()
  const { entries, unreadable } = await readJournal(world)
  const shown = last === undefined ? entries : entries.slice(-last)
  return {
    report: journalReport({ file: journalFile(world), entries: shown, unreadable }),
    presentation: { view: journalView(world.now()), names: journalNames, rows: { field: 'entries' } },
  }
}

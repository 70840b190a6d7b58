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
  const cliIo = io()
  const { entries, unreadable } = await readJournal(cliIo)
  const shown = last === undefined ? entries : entries.slice(-last)
  return {
    report: journalReport({ file: journalFile(cliIo), entries: shown, unreadable }),
    presentation: { view: journalView(cliIo.now()), names: journalNames, rows: { field: 'entries' } },
  }
}

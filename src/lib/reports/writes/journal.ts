// SPDX-License-Identifier: Apache-2.0
import { EXIT } from '../../model/report/errors.ts'
import type { JournalEntry } from '../../model/report/journal.ts'
import { API_VERSION, type Report } from '../../model/report/report.ts'
import type { Tone, View } from '../../model/report/view.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { formatAge } from '../../model/text/time.ts'

export interface JournalReport extends Report {
  readonly kind: 'Journal'
  readonly file: string
  readonly entries: readonly JournalEntry[]
  readonly unreadable: number
}

export interface JournalInput {
  readonly file: string
  readonly entries: readonly JournalEntry[]
  readonly unreadable: number
}

/** Writes of this tool by this account, newest last. */
export function journalReport({ file, entries, unreadable }: JournalInput): JournalReport {
  return {
    apiVersion: API_VERSION,
    kind: 'Journal',
    verdict: 'healthy',
    exitCode: EXIT.ok,
    completeness: { complete: true, clusters: [], gaps: [] },
    file,
    entries,
    unreadable,
  }
}

const TONES: Readonly<Record<string, Tone>> = { written: 'good', refreshed: 'good', unchanged: 'good', waiting: 'busy' }

export const journalView =
  (now: number) =>
  ({ entries, file, unreadable }: JournalReport): View => ({
    blocks: [
      ...(entries.length > 0
        ? [
            {
              type: 'table' as const,
              columns: [
                { title: 'AGE' },
                { title: 'COMMAND', drop: 2 },
                { title: 'BY', drop: 1 },
                { title: 'CLUSTER' },
                { title: 'OBJECT', flexible: true },
                { title: 'OUTCOME' },
                { title: 'WHEN', wide: true },
                { title: 'RUN', wide: true },
                { title: 'VERSION', wide: true },
                { title: 'UNDO', wide: true },
              ],
              rows: entries.map(({ at, command, user, cluster, object, outcome, run, resourceVersion, undo }) => [
                { text: formatAge(Math.max(0, now - Date.parse(at))) },
                { text: command },
                { text: user },
                { text: cluster },
                { text: object },
                { text: outcome, tone: TONES[outcome] ?? 'bad' },
                { text: at },
                { text: run },
                { text: resourceVersion ?? '' },
                { text: undo ? (undo.command ?? `none: ${undo.text}`) : '' },
              ]),
            },
          ]
        : [{ type: 'lines' as const, lines: [{ text: 'nothing has been written from here' }] }]),
    ],
    notes: [
      { text: `note: kept in ${safeLine(file)}`, tone: 'dim' },
      ...(unreadable > 0 ? [{ text: unreadableNote(unreadable), tone: 'dim' as const }] : []),
    ],
  })

const unreadableNote = (lines: number) => `note: ${lines} ${lines === 1 ? 'line' : 'lines'} of it could not be read`

export const journalNames = ({ entries }: JournalReport): readonly string[] =>
  entries.map(({ cluster, object }) => `${cluster} ${object}`)

// SPDX-License-Identifier: Apache-2.0

import type { Io } from '../../io/io.ts'
import { API_VERSION, type State } from '../../model/report/report.ts'
import { toJsonLine } from '../../render/data.ts'
import type { WatchedRow } from './comparable-row.ts'
import type { NoFrame, WatchFrame, WatchOutput } from './output.ts'
import { rowChanges, verdictChange, watchedRows } from './row-changes.ts'

/** For programs: one document per change, and one per cluster whose connection state changed. */
export class JsonOutput implements WatchOutput {
  readonly #io: Io
  readonly #watchOnly: boolean
  #rows: ReadonlyMap<string, WatchedRow> = new Map()
  #verdict: State | undefined
  #badges: ReadonlyMap<string, string> = new Map()
  #error = ''

  constructor(io: Io, watchOnly: boolean) {
    this.#io = io
    this.#watchOnly = watchOnly
  }

  async first(frame: WatchFrame): Promise<void> {
    if (this.#watchOnly) this.#rows = watchedRows(frame.report, frame.presentation)
    await this.next(frame)
  }

  async next(frame: WatchFrame | NoFrame): Promise<void> {
    const time = new Date(frame.state.at).toISOString()
    const documents = [
      ...this.#badgeDocuments(frame, time),
      ...('error' in frame ? this.#errorDocuments(frame, time) : this.#changes(frame, time)),
    ]
    if (documents.length > 0) await this.#io.stdout.write(documents.map(toJsonLine).join(''))
  }

  /** A watch that was cut off prints no summary. */
  async end(frame: WatchFrame | NoFrame): Promise<void> {
    if ('error' in frame) return
    const { report, presentation } = frame
    const rest = Object.entries(report).filter(([key]) => key !== presentation.rows?.field)
    await this.#io.stdout.write(toJsonLine({ ...Object.fromEntries(rest), kind: `${report.kind}Summary` }))
  }

  close(): void {}

  #changes({ report, presentation }: WatchFrame, time: string): readonly object[] {
    this.#error = ''
    const rows = watchedRows(report, presentation)
    const changes = rowChanges(this.#rows, rows)
    this.#rows = rows
    const documents = changes.map(({ change, from, to, at }) => ({
      apiVersion: API_VERSION,
      kind: `${report.kind}Change`,
      time,
      change,
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      node: at.row,
    }))
    const verdict = verdictChange(this.#verdict, report)
    this.#verdict = report.verdict
    if (!verdict) return documents
    return [...documents, { apiVersion: API_VERSION, kind: 'WatchVerdict', time, change: 'changed', ...verdict }]
  }

  #errorDocuments({ error }: NoFrame, time: string): readonly object[] {
    if (this.#error === error.message) return []
    const { code, message, hints } = error
    this.#error = message
    // Rows that come back count as added.
    this.#rows = new Map()
    return [{ apiVersion: API_VERSION, kind: 'WatchError', time, error: { code, message, hints } }]
  }

  #badgeDocuments({ state: { badges } }: WatchFrame | NoFrame, time: string): readonly object[] {
    const before = this.#badges
    this.#badges = new Map(badges.map(({ cluster, state }) => [cluster, state]))
    return badges
      .filter(({ cluster, state }) => before.get(cluster) !== state)
      .map((badge) => {
        const from = before.get(badge.cluster)
        const since = new Date(badge.since).toISOString()
        return {
          apiVersion: API_VERSION,
          kind: 'WatchedCluster',
          time,
          change: from === undefined ? 'added' : 'changed',
          ...(from === undefined ? {} : { from }),
          to: badge.state,
          node: { ...badge, since },
        }
      })
  }
}

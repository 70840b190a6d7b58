// SPDX-License-Identifier: Apache-2.0

import type { Io } from '../../io/io.ts'
import { API_VERSION, type State } from '../../model/report/report.ts'
import { toJsonLine } from '../../render/data.ts'
import type { WatchedRow } from './comparable-row.ts'
import type { NoFrame, WatchFrame, WatchOutput } from './output.ts'
import { rowChanges, verdictChange, watchedRows } from './row-changes.ts'

/** For programs: a document for each change, and one for each cluster that is followed otherwise than before. */
export class JsonOutput implements WatchOutput {
  readonly #world: Io
  readonly #watchOnly: boolean
  #rows: ReadonlyMap<string, WatchedRow> = new Map()
  #verdict: State | undefined
  #badges: ReadonlyMap<string, string> = new Map()
  #error = ''

  constructor(world: Io, watchOnly: boolean) {
    this.#world = world
    this.#watchOnly = watchOnly
  }

  async first(picture: WatchFrame): Promise<void> {
    if (this.#watchOnly) this.#rows = watchedRows(picture.report, picture.presentation)
    await this.next(picture)
  }

  async next(picture: WatchFrame | NoFrame): Promise<void> {
    const time = new Date(picture.state.at).toISOString()
    const documents = [
      ...this.#badgeDocuments(picture, time),
      ...('error' in picture ? this.#gone(picture, time) : this.#changes(picture, time)),
    ]
    if (documents.length > 0) await this.#world.stdout.write(documents.map(toJsonLine).join(''))
  }

  /** Whoever sees no summary knows that the watch was cut off. */
  async end(picture: WatchFrame | NoFrame): Promise<void> {
    if ('error' in picture) return
    const { report, presentation } = picture
    const rest = Object.entries(report).filter(([key]) => key !== presentation.rows?.field)
    await this.#world.stdout.write(toJsonLine({ ...Object.fromEntries(rest), kind: `${report.kind}Summary` }))
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

  #gone({ error }: NoFrame, time: string): readonly object[] {
    if (this.#error === error.message) return []
    const { code, message, hints } = error
    this.#error = message
    // what comes back is new
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

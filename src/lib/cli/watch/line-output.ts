// SPDX-License-Identifier: Apache-2.0

import type { Io } from '../../io/io.ts'
import type { State } from '../../model/report/report.ts'
import type { ClusterBadge } from '../../pipeline/live/connection-state.ts'
import type { WatchedRow } from './comparable-row.ts'
import type { Draw, NoFrame, WatchFrame, WatchOutput } from './output.ts'
import { JOURNALS, type RowChange, rowChanges, verdictChange, watchedRows } from './row-changes.ts'

/** For pipes and for what reads like a journal: the first answer as it is, then a line for each change. */
export class LineOutput implements WatchOutput {
  readonly #world: Io
  readonly #draw: Draw
  readonly #watchOnly: boolean
  #rows: ReadonlyMap<string, WatchedRow> = new Map()
  #verdict: State | undefined
  #badges: readonly ClusterBadge[] = []
  #error = ''

  constructor(world: Io, draw: Draw, watchOnly: boolean) {
    this.#world = world
    this.#draw = draw
    this.#watchOnly = watchOnly
  }

  async first(picture: WatchFrame): Promise<void> {
    const { report, presentation, state } = picture
    this.#rows = watchedRows(report, presentation)
    this.#verdict = report.verdict
    const notLive = state.badges.filter((badge) => badge.state !== 'live')
    this.#badges = state.badges.map((badge) => ({ ...badge, state: 'live' }))
    if (!this.#watchOnly) {
      const { data, notes } = await this.#draw(picture)
      await this.#world.stdout.write(data)
      if (notes !== '') await this.#world.stderr.write(notes)
    }
    if (notLive.length > 0) await this.#write(state.at, this.#badgeLines(state.badges))
  }

  async next(picture: WatchFrame | NoFrame): Promise<void> {
    const { badges, at } = picture.state
    const lines = [...this.#badgeLines(badges), ...('error' in picture ? this.#gone(picture) : this.#changes(picture))]
    await this.#write(at, lines)
  }

  async end(): Promise<void> {}

  close(): void {}

  #changes({ report, presentation }: WatchFrame): readonly string[] {
    this.#error = ''
    const rows = watchedRows(report, presentation)
    const changes = rowChanges(this.#rows, rows)
    this.#rows = rows
    const lines = changes.map(JOURNALS.has(report.kind) ? eventLine : changeLine).filter((line) => line !== '')
    const verdict = verdictChange(this.#verdict, report)
    this.#verdict = report.verdict
    return verdict ? [...lines, `verdict  ${verdict.from} → ${verdict.to}  exit ${verdict.exitCode}`] : lines
  }

  #gone({ error }: NoFrame): readonly string[] {
    const isNew = this.#error !== error.message
    this.#error = error.message
    // what comes back is new
    this.#rows = new Map()
    return isNew ? [`error    ${error.message}`] : []
  }

  #badgeLines(badges: readonly ClusterBadge[]): readonly string[] {
    const before = new Map(this.#badges.map((badge) => [badge.cluster, badge.state]))
    this.#badges = badges
    return badges.flatMap(({ cluster, state, why }) => {
      const from = before.get(cluster)
      if (from === state) return []
      return [
        `cluster  ${cluster}  ${from ?? ''} → ${state}${why === undefined ? '' : `  ${why}`}`.replace('   ', '  '),
      ]
    })
  }

  async #write(at: number, lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return
    const time = `${new Date(at).toISOString().slice(0, 19)}Z`
    await this.#world.stdout.write(lines.map((line) => `${time}  ${line}\n`).join(''))
  }
}

/** changed  CephCluster/rook-ceph/rook-ceph@storage/st-pool-a  healthy → degraded  HEALTH_WARN: 1 osds down */
function changeLine({ change, from, to, at }: RowChange): string {
  const states = from === to ? (to ?? '') : `${from ?? ''} → ${to ?? ''}`.trim()
  const says = change === 'removed' || at.says === '' ? '' : `  ${at.says.replace(/\s+/g, ' ')}`
  return `${change.padEnd(7)}  ${at.what}  ${states}${says}`
}

/** An event that is forgotten is no news. */
function eventLine({ change, at }: RowChange): string {
  if (change === 'removed') return ''
  const { message = '', count = 1 } = at.row as { readonly message?: string; readonly count?: number }
  const times = count > 1 ? ` (${count} times)` : ''
  return `${at.state}  ${at.what}  ${message.replace(/\s+/g, ' ')}${times}`
}

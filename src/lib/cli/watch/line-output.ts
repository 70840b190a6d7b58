// SPDX-License-Identifier: Apache-2.0

import type { Io } from '../../io/io.ts'
import type { State } from '../../model/report/report.ts'
import type { ClusterBadge } from '../../pipeline/live/connection-state.ts'
import type { WatchedRow } from './comparable-row.ts'
import type { Draw, NoFrame, WatchFrame, WatchOutput } from './output.ts'
import { JOURNALS, type RowChange, rowChanges, verdictChange, watchedRows } from './row-changes.ts'

/** For pipes and event lists: the first answer as a whole, then one line per change. */
export class LineOutput implements WatchOutput {
  readonly #io: Io
  readonly #draw: Draw
  readonly #watchOnly: boolean
  #rows: ReadonlyMap<string, WatchedRow> = new Map()
  #verdict: State | undefined
  #badges: readonly ClusterBadge[] = []
  #error = ''

  constructor(io: Io, draw: Draw, watchOnly: boolean) {
    this.#io = io
    this.#draw = draw
    this.#watchOnly = watchOnly
  }

  async first(frame: WatchFrame): Promise<void> {
    const { report, presentation, state } = frame
    this.#rows = watchedRows(report, presentation)
    this.#verdict = report.verdict
    const notLive = state.badges.filter((badge) => badge.state !== 'live')
    this.#badges = state.badges.map((badge) => ({ ...badge, state: 'live' }))
    if (!this.#watchOnly) {
      const { data, notes } = await this.#draw(frame)
      await this.#io.stdout.write(data)
      if (notes !== '') await this.#io.stderr.write(notes)
    }
    if (notLive.length > 0) await this.#write(state.at, this.#badgeLines(state.badges))
  }

  async next(frame: WatchFrame | NoFrame): Promise<void> {
    const { badges, at } = frame.state
    const lines = [...this.#badgeLines(badges), ...('error' in frame ? this.#errorLines(frame) : this.#changes(frame))]
    await this.#write(at, lines)
  }

  async end(): Promise<void> {}

  close(): void {}

  #changes({ report, presentation }: WatchFrame): readonly string[] {
    this.#error = ''
    const rows = watchedRows(report, presentation)
    const changes = rowChanges(this.#rows, rows)
    this.#rows = rows
    const lines = (JOURNALS.has(report.kind) ? changes.map(eventLine) : changeLines(changes)).filter(
      (line) => line !== '',
    )
    const verdict = verdictChange(this.#verdict, report)
    this.#verdict = report.verdict
    return verdict ? [...lines, `verdict  ${verdict.from} → ${verdict.to}  exit ${verdict.exitCode}`] : lines
  }

  #errorLines({ error }: NoFrame): readonly string[] {
    const isNew = this.#error !== error.message
    this.#error = error.message
    // Rows that come back count as added.
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
    await this.#io.stdout.write(lines.map((line) => `${time}  ${line}\n`).join(''))
  }
}

/** Many objects of one kind and cluster that change alike share a line: "changed  Node ×50 @storage/a  …". */
function changeLines(changes: readonly RowChange[]): readonly string[] {
  const groups = Map.groupBy(changes, ({ change, from, to, at }) => JSON.stringify([change, from, to, alike(at.what)]))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first || group.length < GROUP_FROM) return group.map(changeLine)
    const [what, cluster] = alike(first.at.what)
    const named = `${what} ×${group.length}${cluster ? ` @${cluster}` : ''}`
    return [changeLine({ ...first, at: { ...first.at, what: named } })]
  })
}

const GROUP_FROM = 4

/** The check and kind, and the cluster: "chassis-lost OVNChassis", "hypervisor/hv-pool-a". */
function alike(what: string): readonly [string, string] {
  const [object = '', cluster = ''] = what.split(/@(.*)/)
  return [object.split('/')[0] ?? '', cluster]
}

/** For example: changed  CephCluster/rook-ceph/rook-ceph@storage/st-pool-a  healthy → degraded  HEALTH_WARN: ... */
function changeLine({ change, from, to, at }: RowChange): string {
  const states = from === to ? (to ?? '') : `${from ?? ''} → ${to ?? ''}`.trim()
  const explanation = change === 'removed' || at.says === '' ? '' : `  ${at.says.replace(/\s+/g, ' ')}`
  return `${change.padEnd(7)}  ${at.what}  ${states}${explanation}`
}

/** An expired event is not a change. */
function eventLine({ change, at }: RowChange): string {
  if (change === 'removed') return ''
  const { message = '', count = 1 } = at.row as { readonly message?: string; readonly count?: number }
  const times = count > 1 ? ` (${count} times)` : ''
  return `${at.state}  ${at.what}  ${message.replace(/\s+/g, ' ')}${times}`
}

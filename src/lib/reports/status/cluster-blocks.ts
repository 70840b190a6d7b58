// SPDX-License-Identifier: Apache-2.0
import { isFine, severity } from '../../model/graph/health.ts'
import { PHASES } from '../../model/graph/phase.ts'
import type { Block, Cell } from '../../model/report/view.ts'
import { objectPlace } from '../shared/object-row.ts'
import { SYMBOLS, stateCell, stateWord, TONES } from '../shared/state-cell.ts'
import { tableOf } from '../shared/table.ts'
import { causeText, fullCauseText, servicesText } from './cause-text.ts'
import { PHASE_COLUMNS, phaseName } from './phase-names.ts'
import type { StatusRow } from './report.ts'

/** A row for each unhealthy OpenStack cluster, worst first. */
export function clusterTable(rows: readonly StatusRow[]): readonly Block[] {
  const unhealthy = worstFirst(rows.filter(({ state }) => !isFine(state)))
  return unhealthy.length > 0 ? [problemTable(unhealthy, shortNames(rows))] : []
}

/** The others on one line for each state; the verdict names an only one. */
export function foldedClusters(rows: readonly StatusRow[]): readonly Cell[] {
  if (rows.length === 1) return []
  const fine = rows.filter(({ state }) => isFine(state))
  return [...Map.groupBy(fine, ({ state }) => state).values()].map((set) => foldedLine(set, shortNames(rows)))
}

const worstFirst = (rows: readonly StatusRow[]) => rows.toSorted((a, b) => severity(b.state) - severity(a.state))

type NameOf = (row: StatusRow) => string

function problemTable(rows: readonly StatusRow[], nameOf: NameOf): Block {
  return tableOf(rows, [
    { title: 'OPENSTACK CLUSTER', cell: (row) => nameCell(row, nameOf) },
    { title: 'STATE', cell: durationCell },
    { title: 'PHASE', cell: (row) => phaseOf(row) },
    { title: 'ROOT CAUSE', flexible: true, cell: (row) => rootCauseText(row) },
  ])
}

const nameCell = (row: StatusRow, nameOf: NameOf): Cell => ({
  text: nameOf(row),
  ...(row.name === '*' ? {} : { about: objectPlace(row) }),
})

/** How long the root cause has lasted; an unknown state has no beginning. */
function durationCell({ state, rootCause }: StatusRow): Cell {
  const since = state === 'unknown' ? undefined : rootCause?.sinceAge
  return { text: `${SYMBOLS[state]} ${stateWord(state)}${since ? ` ${since}` : ''}`, tone: TONES[state] }
}

/** The phase of the root cause, else the first one that no other blocks. */
function phaseOf({ rootCause, phases, state }: StatusRow): string {
  // nothing was read of any phase
  if (state === 'unknown' && !phases.some(({ status }) => status === 'healthy')) return ''
  const id = rootCause?.phase ?? phases.find(({ status }) => status === state)?.id
  return id === undefined ? '' : phaseName(id)
}

function rootCauseText(row: StatusRow): string {
  // the verdict says why a cluster could not be read
  if (row.unreachable) return `${row.unreachable.cluster} is ${row.unreachable.reason.replace(/ \(.*$/s, '')}`
  const blocks = row.rootCause?.blocks ?? []
  return `${causeText(row)}${blocks.length > 0 ? `; blocks ${servicesText(blocks)}` : ''}`
}

function foldedLine(rows: readonly StatusRow[], nameOf: NameOf): Cell {
  const state = rows[0]?.state ?? 'healthy'
  const names = rows.slice(0, MAX_NAMES).map(nameOf)
  const more = rows.length > names.length ? ` and ${rows.length - names.length} more (-o wide lists them)` : ''
  return { text: `${SYMBOLS[state]} ${rows.length} ${stateWord(state)}: ${names.join(', ')}${more}` }
}

/** More names would push the pools off the screen. */
const MAX_NAMES = 12

/** All of them with the matrix of their phases and everything about the root cause. */
export function wideClusterTable(rows: readonly StatusRow[]): Block {
  return tableOf(worstFirst(rows), [
    { title: 'OPENSTACK CLUSTER', cell: (row) => nameCell(row, qualifiedName) },
    { title: 'REGION', cell: ({ region }) => region ?? '-' },
    { title: 'STATE', cell: ({ state }) => stateCell(state) },
    { title: 'SINCE', cell: ({ state, rootCause }) => (state === 'unknown' ? '' : (rootCause?.sinceAge ?? '')) },
    { title: 'AGE', cell: ({ age }) => age ?? '' },
    ...PHASES.map((id) => ({
      title: PHASE_COLUMNS[id],
      cell: ({ phases }: StatusRow): Cell => {
        const status = phases.find((phase) => phase.id === id)?.status ?? 'unknown'
        return { text: SYMBOLS[status], tone: TONES[status] }
      },
    })),
    { title: 'ROOT CAUSE', flexible: true, cell: (row) => fullCauseText(row) },
    { title: 'BLOCKS', flexible: true, cell: ({ rootCause }) => rootCause?.blocks.join(', ') ?? '' },
  ])
}

/** The name, with its namespace where another OpenStack cluster has the same name. */
export function shortNames(rows: readonly StatusRow[]): NameOf {
  const byName = Map.groupBy(rows, ({ name }) => name)
  return (row) => (byName.get(row.name)?.length === 1 && row.name !== '*' ? row.name : qualifiedName(row))
}

/** NAMESPACE/NAME, or the cluster that may hold one. */
export function qualifiedName({ namespace, name, cluster }: Pick<StatusRow, 'namespace' | 'name' | 'cluster'>): string {
  if (name === '*') return `(any) @${cluster}`
  return namespace === undefined ? name : `${namespace}/${name}`
}

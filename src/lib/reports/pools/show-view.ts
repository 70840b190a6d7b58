// SPDX-License-Identifier: Apache-2.0
import { isFine, worse } from '../../model/graph/health.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import { firstSentence } from '../../model/text/first-sentence.ts'
import { commandCell, linesBlock, listFooter } from '../lists/list-footer.ts'
import { reasonText } from '../lists/reason-text.ts'
import { sentence } from '../lists/verdict-line.ts'
import { bytesText, countText } from '../shared/format-amount.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { type NodeReport, nameOf, objectPlace } from '../shared/object-row.ts'
import { stateCell, stateWord, TONES } from '../shared/state-cell.ts'
import { tableOf } from '../shared/table.ts'
import type { Amount } from './amounts.ts'
import { plural } from './impact-model.ts'
import type { MonitorQuorum } from './monitors.ts'
import type { PoolPart } from './parts.ts'
import type { PoolRow } from './report.ts'
import type { PoolReport } from './show.ts'
import type { PoolTenancy, RbdPool } from './tenancy.ts'
import { isolationCell } from './view.ts'

/** What is unhealthy, then its parts: a count each, in wide a row each. */
export function poolShowView(report: PoolReport, isWide = false): View {
  const { pool, parts, quorum, tenants, completeness } = report
  const unhealthy = parts.filter(({ problems }) => problems.length > 0)
  // a placeholder is no argument of why
  const worst = pool.blocker && pool.blocker.name !== '*' ? objectPlace(pool.blocker) : undefined
  return {
    blocks: [
      { type: 'lines', lines: heading(pool, quorum) },
      ...(unhealthy.length > 0 ? [problems(unhealthy)] : []),
      ...(isWide && parts.length > 0 ? [partsBlock(parts)] : linesBlock(partLines(parts))),
      ...(tenants.length > 0 ? [tenantsBlock(pool.type, tenants)] : []),
      ...linesBlock(noteLines(pool, tenants)),
      ...linesBlock(worst ? [commandCell('next', 'why', worst)] : []),
      listFooter(completeness),
    ],
    notes: gapNotes(completeness.gaps),
  }
}

function heading(pool: PoolRow, quorum: MonitorQuorum | undefined): readonly Cell[] {
  const what = [kindOfPool(pool.type), pool.region, pool.tier].filter(Boolean).join(', ')
  const isolation = isolationCell(pool)
  return [
    sentence(pool.state, `${pool.name} (${what}) is ${stateWord(pool.state)}`),
    ...(isolation.text === '' ? [] : [{ ...isolation, text: `isolation: ${isolation.text}` }]),
    ...amountLine('CPU', pool.amounts.vcpus, (number) => `${countText(number)} vCPUs`),
    ...amountLine('memory', pool.amounts.memoryBytes, bytesText),
    ...amountLine('Ceph', pool.amounts.cephBytes, bytesText),
    ...(quorum ? [quorumLine(quorum)] : []),
  ]
}

function partLines(parts: readonly PoolPart[]): readonly Cell[] {
  const bad = parts.filter(({ state }) => !isFine(state))
  const good = parts.filter(({ state }) => isFine(state))
  return [
    ...(bad.length > 0
      ? [{ text: `not healthy: ${partsText(bad)}`, tone: TONES[bad.map(({ state }) => state).reduce(worse)] }]
      : []),
    ...(good.length > 0 ? [{ text: `✔ healthy: ${partsText(good)}`, tone: 'good' as const }] : []),
  ]
}

/** For example "claim, nodes 50/50". */
function partsText(parts: readonly PoolPart[]): string {
  const texts = parts.map(({ name, kind, fine, total, hidden, detail }) => {
    const what = name === 'Ceph' || name === 'arbiter' ? kind : name
    const count = hidden !== undefined ? ' ?' : total > 1 ? ` ${fine}/${total}` : ''
    return `${what}${count}${detail?.includes('maintenance') ? ` (${detail})` : ''}`
  })
  return [...new Set(texts)].join(', ')
}

export const kindOfPool = (type: PoolRow['type']): string =>
  type === 'control-plane' ? 'control plane' : `${type} pool`

function amountLine(name: string, amount: Amount | undefined, format: (number: number) => string): readonly Cell[] {
  if (!amount) return []
  const { total, used, free, unavailable } = amount
  const known = total && used !== undefined ? [`${Math.round((used / total) * 100)}% of ${format(total)} used`] : []
  const parts = [
    ...(known.length === 0 && total !== undefined ? [`${format(total)} total`] : known),
    ...(free === undefined ? [] : [`${format(free)} free`]),
    ...(unavailable === undefined ? [] : [unavailable]),
  ]
  return [{ text: `${name}: ${parts.join(', ')}` }]
}

const problems = (parts: readonly PoolPart[]): Block =>
  tableOf(parts.flatMap(groupProblems), [
    { title: 'UNHEALTHY', flexible: true, cell: problemName },
    {
      title: 'STATE',
      cell: ([node]) => (node ? stateCell(node.own, node.source === 'live' ? undefined : sourceWord(node)) : ''),
    },
    { title: 'SINCE', drop: 2, cell: (set) => (set.length === 1 ? (set[0]?.sinceAge ?? '') : '') },
    { title: 'REASON', flexible: true, cell: ([node]) => (node ? firstSentence(reasonText(node)) : '') },
    { title: 'CLUSTER', drop: 1, cell: ([node]) => node?.cluster ?? '' },
  ])

const sourceWord = ({ source }: NodeReport) => (source === 'unseen' ? 'not readable' : source)

function problemName([node, ...others]: readonly NodeReport[]): string {
  if (!node) return ''
  if (others.length > 0) return `${others.length + 1} ${node.kind}`
  return node.name === '*' ? `every ${node.kind}` : nameOf(node)
}

/** From this many on, problems of one kind with equal messages share a row. */
const MIN_GROUP = 3

function groupProblems({ problems }: PoolPart): readonly (readonly NodeReport[])[] {
  const sets = Map.groupBy(problems, ({ own, source, reason, message }) => [own, source, reason, message].join(' '))
  return [...sets.values()].flatMap((set) => (set.length < MIN_GROUP ? set.map((node) => [node]) : [set]))
}

const partsBlock = (parts: readonly PoolPart[]): Block =>
  tableOf(parts, [
    { title: 'PART', cell: ({ name }) => name },
    {
      title: 'OBJECTS',
      flexible: true,
      cell: ({ kind, object }) => (object === undefined ? kind : `${kind} ${object}`),
    },
    { title: 'STATE', cell: ({ state }) => stateCell(state) },
    { title: 'HEALTHY', cell: ({ fine, total, hidden }) => `${fine}/${hidden === undefined ? total : '?'}` },
    { title: 'CLUSTER', drop: 1, cell: ({ cluster }) => cluster },
    { title: 'DETAIL', flexible: true, drop: 2, cell: ({ detail }) => detail ?? '' },
  ])

function quorumLine(quorum: MonitorQuorum): Cell {
  const { up, total, tolerates } = quorum
  const tone = tolerates === undefined ? 'busy' : tolerates < 0 ? 'bad' : up === total ? 'plain' : 'busy'
  return { text: `monitors: ${up ?? '?'}/${total ?? '?'} in quorum, ${quorumText(quorum)}`, tone }
}

function quorumText({ needed, tolerates, monitors, unavailable }: MonitorQuorum): string {
  const arbiters = monitors.filter(({ arbiter }) => arbiter).map(({ id, state }) => `arbiter ${id} ${state}`)
  const margin =
    tolerates === undefined
      ? []
      : [tolerates < 0 ? `no quorum: ${needed} needed` : `${needed} needed, ${tolerates} more may be lost`]
  return [
    ...margin,
    ...(arbiters.length > 0 ? arbiters : ['no arbiter']),
    ...(unavailable === undefined ? [] : [unavailable]),
  ].join(', ')
}

const tenantText = ({ namespace, name }: PoolTenancy) => (namespace === undefined ? name : `${namespace}/${name}`)

const tenantsBlock = (type: PoolRow['type'], tenants: readonly PoolTenancy[]): Block =>
  type === 'storage' ? rbdBlock(tenants) : usersBlock(type, tenants)

function usersBlock(type: PoolRow['type'], tenants: readonly PoolTenancy[]): Block {
  const hasAggregates = type === 'hypervisor'
  return tableOf(tenants, [
    { title: 'TENANT', cell: tenantText },
    { title: 'STATE', cell: ({ state }) => stateCell(state) },
    {
      title: 'HOST AGGREGATES',
      flexible: true,
      cell: ({ aggregates = [] }) => (hasAggregates ? aggregates.map(aggregateText).join(', ') || 'none' : ''),
    },
    { title: 'ZONES', cell: ({ zones }) => (hasAggregates ? zones?.join(', ') || '-' : '') },
  ])
}

const aggregateText = ({ name, hypervisors }: { readonly name: string; readonly hypervisors: number }) =>
  `${name} (${plural(hypervisors, 'hypervisor')})`

interface RbdRow {
  readonly tenant: PoolTenancy
  readonly pool?: RbdPool
}

function rbdBlock(tenants: readonly PoolTenancy[]): Block {
  const rows = tenants.flatMap((tenant): readonly RbdRow[] => {
    const pools = tenant.rbdPools ?? []
    return pools.length === 0 ? [{ tenant }] : pools.map((pool) => ({ tenant, pool }))
  })
  const isFirst = new Set(tenants.map((tenant) => rows.find((row) => row.tenant === tenant)))
  return tableOf(rows, [
    { title: 'TENANT', flexible: true, cell: (row) => (isFirst.has(row) ? tenantText(row.tenant) : '') },
    { title: 'RBD POOL', flexible: true, cell: ({ pool }) => pool?.name ?? 'none' },
    { title: 'STATE', cell: ({ pool }) => (pool ? stateCell(pool.state) : '') },
    { title: 'DEVICE', drop: 2, cell: ({ pool }) => (pool ? (pool.deviceClass ?? 'any') : '') },
    { title: 'COPIES', drop: 1, cell: ({ pool }) => (pool ? String(pool.copies ?? '?') : '') },
    { title: 'QUOTA', cell: ({ pool }) => (pool ? (pool.quota ?? 'none') : '') },
    { title: 'USED BY', drop: 3, cell: ({ pool }) => (pool ? pool.usedBy.join(', ') || '-' : '') },
  ])
}

const noteLines = (pool: PoolRow, tenants: readonly PoolTenancy[]): readonly Cell[] => [
  ...pool.isolation.reasons.map((text): Cell => ({ text: `isolation: ${text}`, tone: 'bad' })),
  ...tenants.flatMap((tenant) =>
    tenant.notes.map((note): Cell => ({ text: `${tenantText(tenant)}: ${note}`, tone: 'busy' })),
  ),
  ...(pool.type === 'storage' ? [{ text: 'per-pool usage: not exposed by the API', tone: 'dim' as const }] : []),
]

export const poolShowNames = ({ pool }: PoolReport): readonly string[] => [`${pool.type}/${pool.name}`]

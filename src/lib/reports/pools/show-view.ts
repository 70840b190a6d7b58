// SPDX-License-Identifier: Apache-2.0
import type { Block, Cell, View } from '../../model/report/view.ts'
import { completenessText } from '../shared/completeness.ts'
import { bytesText, countText } from '../shared/format-amount.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { type NodeReport, nameOf } from '../shared/object-row.ts'
import { stateCell } from '../shared/state-cell.ts'
import { bar } from '../status/usage-bar.ts'
import type { Amount } from './amounts.ts'
import { plural } from './impact-model.ts'
import type { MonitorQuorum } from './monitors.ts'
import type { PoolPart } from './parts.ts'
import type { PoolRow } from './report.ts'
import type { PoolReport } from './show.ts'
import type { PoolTenancy } from './tenancy.ts'
import { isolationCell, reasonText } from './view.ts'

/** Unhealthy parts first, healthy ones counted. */
export function poolShowView(report: PoolReport): View {
  const { pool, parts, quorum, tenants, completeness, verdict, exitCode } = report
  const unhealthy = parts.filter(({ problems }) => problems.length > 0)
  return {
    blocks: [
      { type: 'lines', lines: heading(pool) },
      ...(unhealthy.length > 0 ? [problems(unhealthy)] : []),
      partsBlock(parts, quorum),
      ...(tenants.length > 0 ? [tenantsBlock(pool.type, tenants)] : []),
      ...noteLines(pool, tenants),
      {
        type: 'lines',
        lines: [{ text: `${completenessText(completeness, 'read in full')} · ${verdict} · exit ${exitCode}` }],
      },
    ],
    notes: gapNotes(completeness.gaps),
  }
}

function heading(pool: PoolRow): readonly Cell[] {
  const { text, tone } = stateCell(pool.state)
  const what = [kindOfPool(pool.type), pool.region, pool.tier].filter(Boolean).join(', ')
  const isolation = isolationCell(pool)
  return [
    { text: `${pool.name}: ${what} · ${text}`, ...(tone ? { tone } : {}) },
    ...(isolation.text === '' ? [] : [{ ...isolation, text: `isolation: ${isolation.text}` }]),
    ...amountLine('vCPU', pool.amounts.vcpus, countText),
    ...amountLine('memory', pool.amounts.memoryBytes, bytesText),
    ...amountLine('Ceph', pool.amounts.cephBytes, bytesText),
  ]
}

export const kindOfPool = (type: PoolRow['type']): string =>
  type === 'control-plane' ? 'control plane' : `${type} pool`

function amountLine(name: string, amount: Amount | undefined, format: (number: number) => string): readonly Cell[] {
  if (!amount) return []
  const { total, used, free, unavailable } = amount
  const known = total && used !== undefined ? [`${bar(used / total)} of ${format(total)}`] : []
  const parts = [
    ...(known.length === 0 && total !== undefined ? [`${format(total)} in all`] : known),
    ...(free === undefined ? [] : [`${format(free)} free`]),
    ...(unavailable === undefined ? [] : [unavailable]),
  ]
  return [{ text: `${name}: ${parts.join(', ')}` }]
}

function problems(parts: readonly PoolPart[]): Block {
  return {
    type: 'table',
    columns: [
      { title: 'NOT WELL', flexible: true },
      { title: 'STATE' },
      { title: 'REASON', flexible: true },
      { title: 'CLUSTER', drop: 2 },
      { title: 'AGE', drop: 1 },
    ],
    rows: parts.flatMap((part) => groupProblems(part).map(problemRow)),
  }
}

/** From this many on, problems of one kind with equal messages share a row. */
const MIN_GROUP = 3

function groupProblems({ problems }: PoolPart): readonly (readonly NodeReport[])[] {
  const sets = Map.groupBy(problems, ({ own, source, reason, message }) => [own, source, reason, message].join(' '))
  return [...sets.values()].flatMap((set) => (set.length < MIN_GROUP ? set.map((node) => [node]) : [set]))
}

function problemRow([node, ...others]: readonly NodeReport[]): readonly Cell[] {
  if (!node) return []
  const all = node.name === '*' ? `every ${node.kind}` : nameOf(node)
  return [
    { text: others.length > 0 ? `${others.length + 1} ${node.kind}` : all },
    stateCell(node.own, node.source === 'live' ? undefined : node.source),
    { text: reasonText(node) },
    { text: node.cluster },
    { text: others.length > 0 ? '' : (node.age ?? '') },
  ]
}

function partsBlock(parts: readonly PoolPart[], quorum: MonitorQuorum | undefined): Block {
  const rows = parts.map((part) => [
    { text: part.name },
    { text: part.object === undefined ? part.kind : `${part.kind} ${part.object}` },
    stateCell(part.state),
    { text: `${part.fine}/${part.hidden === undefined ? part.total : '?'}` },
    { text: part.cluster },
    { text: part.detail ?? '' },
  ])
  return {
    type: 'table',
    columns: [
      { title: 'PART' },
      { title: 'OBJECTS', flexible: true },
      { title: 'STATE' },
      { title: 'WELL' },
      { title: 'CLUSTER', drop: 1 },
      { title: 'DETAIL', flexible: true, drop: 2 },
    ],
    rows: quorum ? [...rows, quorumRow(quorum)] : rows,
  }
}

function quorumRow(quorum: MonitorQuorum): readonly Cell[] {
  const { up, total, tolerates } = quorum
  const state = tolerates === undefined ? 'unknown' : tolerates < 0 ? 'failed' : up === total ? 'healthy' : 'degraded'
  return [
    { text: 'monitors' },
    { text: 'quorum' },
    stateCell(state),
    { text: `${up ?? '?'}/${total ?? '?'}` },
    { text: '' },
    { text: quorumText(quorum) },
  ]
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

function tenantsBlock(type: PoolRow['type'], tenants: readonly PoolTenancy[]): Block {
  if (type === 'storage') return rbdBlock(tenants)
  const hypervisor = [{ title: 'HOST AGGREGATES', flexible: true }, { title: 'ZONES' }]
  return {
    type: 'table',
    columns: [{ title: 'TENANT' }, { title: 'STATE' }, ...(type === 'hypervisor' ? hypervisor : [])],
    rows: tenants.map((tenant) => [
      { text: tenantText(tenant) },
      stateCell(tenant.state),
      {
        text:
          tenant.aggregates
            ?.map(({ name, hypervisors }) => `${name} (${plural(hypervisors, 'hypervisor')})`)
            .join(', ') || 'none',
      },
      { text: tenant.zones?.join(', ') || '-' },
    ]),
  }
}

function rbdBlock(tenants: readonly PoolTenancy[]): Block {
  return {
    type: 'table',
    columns: [
      { title: 'TENANT', flexible: true },
      { title: 'RBD POOL', flexible: true },
      { title: 'STATE' },
      { title: 'DEVICE', drop: 2 },
      { title: 'COPIES', drop: 1 },
      { title: 'QUOTA' },
      { title: 'USED BY', drop: 3 },
    ],
    rows: tenants.flatMap((tenant) => {
      const pools = tenant.rbdPools ?? []
      if (pools.length === 0) return [[{ text: tenantText(tenant) }, { text: 'none' }]]
      return pools.map((pool, i) => [
        { text: i === 0 ? tenantText(tenant) : '' },
        { text: pool.name },
        stateCell(pool.state),
        { text: pool.deviceClass ?? 'any' },
        { text: pool.copies === undefined ? '?' : String(pool.copies) },
        { text: pool.quota ?? 'none' },
        { text: pool.usedBy.join(', ') || '-' },
      ])
    }),
  }
}

function noteLines(pool: PoolRow, tenants: readonly PoolTenancy[]): readonly Block[] {
  const lines: readonly Cell[] = [
    ...pool.isolation.reasons.map((text): Cell => ({ text: `isolation: ${text}`, tone: 'bad' })),
    ...tenants.flatMap((tenant) =>
      tenant.notes.map((note): Cell => ({ text: `${tenantText(tenant)}: ${note}`, tone: 'busy' })),
    ),
    ...(pool.type === 'storage' ? [{ text: 'how full each RBD pool is: not available from the API' }] : []),
  ]
  return lines.length > 0 ? [{ type: 'lines', lines }] : []
}

export const poolShowNames = ({ pool }: PoolReport): readonly string[] => [`${pool.type}/${pool.name}`]

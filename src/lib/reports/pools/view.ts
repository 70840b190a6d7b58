// SPDX-License-Identifier: Apache-2.0
import type { Rows } from '../../model/report/presentation.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import { completenessText } from '../shared/completeness.ts'
import { bytesText, countText, shareText } from '../shared/format-amount.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { type NodeReport, nameOf, objectPlace } from '../shared/object-row.ts'
import { stateCell } from '../shared/state-cell.ts'
import { tableOf } from '../shared/table.ts'
import { nodesCell } from './nodes-cell.ts'
import type { PoolRow, PoolsReport, PoolTenant } from './report.ts'
import { CLAIM_OF_POOL } from './sites.ts'

export function poolsView(report: PoolsReport): View {
  const rows = report.regions.flatMap(({ pools }) => pools)
  const notIsolated = rows.filter(({ isolation }) => isolation.kept === false)
  return {
    blocks: [
      pools(rows),
      ...(report.tenants.length > 0 ? [tenants(report.tenants)] : []),
      ...(rows.some(({ blocker }) => blocker) ? [problems(rows)] : []),
      ...(notIsolated.length > 0 ? [brokenIsolation(notIsolated)] : []),
      { type: 'lines', lines: [{ text: lastLine(report, rows.length) }] },
    ],
    notes: gapNotes(report.completeness.gaps),
  }
}

function pools(rows: readonly PoolRow[]): Block {
  const shortName = shortNames(rows.flatMap(({ tenants }) => tenants))
  return tableOf(rows, [
    { title: 'REGION', drop: 4, cell: ({ region }) => region ?? '-' },
    { title: 'POOL', cell: ({ name, type }) => ({ text: name, about: `${CLAIM_OF_POOL[type]}/${name}` }) },
    { title: 'TYPE', drop: 3, cell: ({ type }) => type },
    { title: 'TIER', wide: true, cell: ({ tier }) => tier ?? '' },
    { title: 'STATE', cell: ({ state }) => stateCell(state) },
    { title: 'NODES', cell: ({ nodes }) => nodesCell(nodes) },
    { title: 'VCPU', drop: 5, cell: ({ amounts }) => shareText(amounts.vcpus, countText) },
    { title: 'MEMORY', drop: 2, cell: ({ amounts }) => shareText(amounts.memoryBytes, bytesText) },
    { title: 'CEPH', drop: 7, cell: ({ amounts }) => shareText(amounts.cephBytes, bytesText) },
    { title: 'HEALTH', wide: true, cell: ({ ceph }) => ceph?.health ?? '' },
    { title: 'INSTANCES', wide: true, cell: ({ amounts }) => String(amounts.instances ?? '') },
    { title: 'ISOLATION', drop: 6, cell: isolationCell },
    // dropped early: the tenant table below has the same information
    { title: 'TENANTS', flexible: true, drop: 1, cell: (row) => row.tenants.map(shortName).join(', ') },
  ])
}

/** Omits the namespace of a tenant whose name is unique. */
function shortNames(tenants: readonly string[]): (tenant: string) => string {
  const nameOnly = (tenant: string) => tenant.split('/').at(-1) ?? tenant
  const byName = Map.groupBy(new Set(tenants), nameOnly)
  return (tenant) => (byName.get(nameOnly(tenant))?.length === 1 ? nameOnly(tenant) : tenant)
}

export function isolationCell({ type, tenants, isolation }: Pick<PoolRow, 'type' | 'tenants' | 'isolation'>): Cell {
  const { strategy, kept, labelled, reasons } = isolation
  // control planes are shared by design
  if (type === 'control-plane' && !labelled) return { text: '' }
  if (strategy === 'shared') return { text: `shared by ${tenants.length}` }
  if (kept === false) return { text: `${strategy}, NOT kept`, tone: 'bad' }
  if (kept) return { text: `${strategy}, kept` }
  if (reasons.length > 0) return { text: labelled ? `${strategy}, unknown whether kept` : strategy, tone: 'busy' }
  return { text: strategy }
}

function tenants(rows: readonly PoolTenant[]): Block {
  return {
    type: 'table',
    columns: [
      { title: 'TENANT', flexible: true },
      { title: 'STATE', drop: 3 },
      { title: 'ISOLATION' },
      { title: 'HYPERVISOR POOLS', flexible: true, drop: 2 },
      { title: 'STORAGE POOLS', flexible: true, drop: 4 },
      { title: 'CONTROL PLANE', drop: 1 },
    ],
    rows: rows.map((row) => [
      {
        text: row.namespace === undefined ? row.name : `${row.namespace}/${row.name}`,
        about: `${row.kind}/${row.namespace === undefined ? '' : `${row.namespace}/`}${row.name}`,
      },
      stateCell(row.state),
      row.kept === false
        ? { text: `${row.strategies.join(', ')}, NOT kept`, tone: 'bad' }
        : { text: row.strategies.join(', ') || 'no pools' },
      { text: row.hypervisorPools.join(', ') || '-' },
      { text: row.storagePools.join(', ') || '-' },
      { text: row.controlPlanes.join(', ') || '-' },
    ]),
  }
}

function problems(rows: readonly PoolRow[]): Block {
  return {
    type: 'table',
    columns: [{ title: 'NOT WELL' }, { title: 'STATE' }, { title: 'FIRST PROBLEM', flexible: true }],
    rows: rows.flatMap(({ name, state, blocker }) =>
      blocker ? [[{ text: name, about: objectPlace(blocker) }, stateCell(state), { text: problemText(blocker) }]] : [],
    ),
  }
}

function problemText({ cluster, ...node }: NodeReport): string {
  const what = node.name === '*' ? `every ${node.kind}` : nameOf(node)
  return `${what} @${cluster}: ${reasonText(node)}`
}

/** Omits the reason if the message starts with it. */
export function reasonText({ reason = '', message = '', own }: Pick<NodeReport, 'reason' | 'message' | 'own'>): string {
  if (reason && message) return message.startsWith(reason) ? message : `${reason}: ${message}`
  return reason || message || own
}

function brokenIsolation(rows: readonly PoolRow[]): Block {
  return {
    type: 'lines',
    lines: rows.flatMap(({ name, isolation }) =>
      isolation.reasons.map((reason): Cell => ({ text: `${name} is not dedicated: ${reason}`, tone: 'bad' })),
    ),
  }
}

function lastLine({ completeness, verdict, exitCode, scope }: PoolsReport, count: number): string {
  const counts = `${count} ${count === 1 ? 'pool' : 'pools'}`
  return `${completenessText(completeness, 'read in full', scope)} · ${counts} · ${verdict} · exit ${exitCode}`
}

export const poolsRows: Rows<PoolsReport> = {
  field: 'regions',
  of: ({ regions }) => regions.flatMap(({ pools }) => pools),
}

export function poolsNames({ regions }: PoolsReport): readonly string[] {
  return regions.flatMap(({ pools }) => pools.map(({ type, name }) => `${type}/${name}`))
}

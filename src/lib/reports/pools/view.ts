// SPDX-License-Identifier: Apache-2.0
import { severity } from '../../model/graph/health.ts'
import type { Rows } from '../../model/report/presentation.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import { operands } from '../../model/text/command.ts'
import { commandCell, linesBlock, listFooter } from '../lists/list-footer.ts'
import { verdictLine } from '../lists/verdict-line.ts'
import { bytesText, countText } from '../shared/format-amount.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { stateCell } from '../shared/state-cell.ts'
import { tableOf } from '../shared/table.ts'
import type { Amount } from './amounts.ts'
import { plural } from './impact-model.ts'
import { nodesCell } from './nodes-cell.ts'
import { poolProblems } from './problem-lines.ts'
import type { PoolRow, PoolsReport, PoolTenant } from './report.ts'
import { CLAIM_OF_POOL } from './sites.ts'

/** Unhealthy pools first; healthy control planes on one line, and the tenants only in wide. */
export function poolsView(report: PoolsReport, isWide = false): View {
  const rows = report.regions.flatMap(({ pools }) => pools).toSorted(byHealth)
  const folded = isWide ? [] : rows.filter(({ type, state }) => type === 'control-plane' && state === 'healthy')
  const shown = rows.length === folded.length ? rows : rows.filter((row) => !folded.includes(row))
  const lines = [...poolProblems(rows), ...(shown.length < rows.length ? [foldedLine(folded)] : [])]
  const [worst] = rows.filter(({ blocker, isolation }) => blocker || isolation.kept === false)
  return {
    blocks: [
      { type: 'lines', lines: [verdict(report, rows)] },
      ...(shown.length > 0 ? [pools(shown)] : []),
      ...linesBlock(lines),
      ...(isWide && report.tenants.length > 0 ? [tenants(report.tenants)] : []),
      ...linesBlock(worst ? [commandCell('next', 'pools', 'show', ...operands(worst.name))] : []),
      listFooter(report.completeness, report.scope),
    ],
    notes: gapNotes(report.completeness.gaps),
  }
}

const byHealth = (a: PoolRow, b: PoolRow) => severity(b.state) - severity(a.state)

function verdict({ verdict: worst }: PoolsReport, rows: readonly PoolRow[]): Cell {
  const line = verdictLine({ states: rows.map(({ state }) => state), one: 'pool', many: 'pools', verdict: worst })
  const broken = rows.filter(({ isolation }) => isolation.kept === false)
  return broken.length > 0 ? { ...line, text: `${line.text} · isolation broken in ${names(broken)}` } : line
}

const names = (rows: readonly PoolRow[]) => rows.map(({ name }) => name).join(', ')

const foldedLine = (rows: readonly PoolRow[]): Cell => ({
  text: `✔ ${plural(rows.length, 'healthy control plane cluster')} not listed (-o wide): ${names(rows)}`,
  tone: 'dim',
})

function pools(rows: readonly PoolRow[]): Block {
  const shortName = shortNames(rows.flatMap((row) => row.tenants))
  return tableOf(rows, [
    { title: 'REGION', drop: 2, cell: ({ region }) => region ?? '-' },
    { title: 'POOL', cell: ({ name, type }) => ({ text: name, about: `${CLAIM_OF_POOL[type]}/${name}` }) },
    { title: 'TYPE', drop: 4, cell: ({ type }) => type },
    { title: 'TIER', wide: true, cell: ({ tier }) => tier ?? '' },
    { title: 'STATE', cell: ({ state }) => stateCell(state) },
    { title: 'NODES', cell: ({ nodes }) => nodesCell(nodes) },
    { title: 'CPU', cell: ({ amounts }) => percentCell(amounts.vcpus) },
    { title: 'MEM', cell: ({ amounts }) => percentCell(amounts.memoryBytes) },
    { title: 'CEPH', cell: ({ amounts }) => percentCell(amounts.cephBytes) },
    { title: 'VCPUS', wide: true, cell: ({ amounts }) => totalText(amounts.vcpus, countText) },
    { title: 'MEMORY', wide: true, cell: ({ amounts }) => totalText(amounts.memoryBytes, bytesText) },
    { title: 'RAW CEPH', wide: true, cell: ({ amounts }) => totalText(amounts.cephBytes, bytesText) },
    { title: 'HEALTH', wide: true, cell: ({ ceph }) => ceph?.health ?? '' },
    { title: 'INSTANCES', wide: true, cell: ({ amounts }) => String(amounts.instances ?? '') },
    { title: 'ISOLATION', drop: 3, cell: isolationCell },
    { title: 'TENANTS', flexible: true, drop: 1, cell: (row) => row.tenants.map(shortName).join(', ') },
  ])
}

/** Used of total; empty without a total, and "?" if one of the two could not be read. */
function percentCell(amount: Amount | undefined): string {
  const { total, used, unavailable } = amount ?? {}
  if (total && used !== undefined) return `${Math.round((used / total) * 100)}%`
  return unavailable !== undefined && total === undefined ? '?' : ''
}

const totalText = (amount: Amount | undefined, format: (number: number) => string): string =>
  amount?.total === undefined ? '' : `${format(amount.total)} total`

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
  if (strategy === 'shared') return { text: plural(tenants.length, 'tenant') }
  if (kept === false) return { text: `${strategy}, broken`, tone: 'bad' }
  if (kept) return { text: strategy }
  if (reasons.length > 0) return { text: labelled ? `${strategy} (unverified)` : strategy, tone: 'busy' }
  return { text: strategy }
}

function tenants(rows: readonly PoolTenant[]): Block {
  return tableOf(rows, [
    {
      title: 'TENANT',
      flexible: true,
      cell: ({ kind, namespace, name }) => {
        const text = namespace === undefined ? name : `${namespace}/${name}`
        return { text, about: `${kind}/${text}` }
      },
    },
    { title: 'STATE', cell: ({ state }) => stateCell(state) },
    {
      title: 'ISOLATION',
      cell: ({ kept, strategies }) =>
        kept === false
          ? { text: `${strategies.join(', ')}, broken`, tone: 'bad' }
          : strategies.join(', ') || 'no pools',
    },
    { title: 'HYPERVISOR POOLS', flexible: true, cell: (row) => row.hypervisorPools.join(', ') || '-' },
    { title: 'STORAGE POOLS', flexible: true, cell: (row) => row.storagePools.join(', ') || '-' },
    { title: 'CONTROL PLANE', cell: (row) => row.controlPlanes.join(', ') || '-' },
  ])
}

export const poolsRows: Rows<PoolsReport> = {
  field: 'regions',
  of: ({ regions }) => regions.flatMap(({ pools }) => pools),
}

export function poolsNames({ regions }: PoolsReport): readonly string[] {
  return regions.flatMap(({ pools }) => pools.map(({ type, name }) => `${type}/${name}`))
}

// SPDX-License-Identifier: Apache-2.0
import type { Rows } from '../../model/report/presentation.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import { linesBlock, listFooter } from '../lists/list-footer.ts'
import { bytesText, countText } from '../shared/format-amount.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { tableOf } from '../shared/table.ts'
import { bar } from '../status/usage-bar.ts'
import type { Amount } from './amounts.ts'
import type { CapacityTotal, PoolCapacity, PoolCapacityReport } from './capacity.ts'
import { plural } from './impact-model.ts'

/** One row per resource of a pool, the fullest first, and a total per region. */
export function poolCapacityView(report: PoolCapacityReport, isWide = false): View {
  const { regions, total, completeness, scope } = report
  const all = regions.flatMap(({ pools }) => pools.flatMap(poolRows)).toSorted((a, b) => shareOf(b) - shareOf(a))
  const known = all.filter(({ amount }) => amount.used !== undefined)
  const shown = isWide || known.length === 0 ? all : known
  const shared = regions.filter((region) => region.pools.length > 1)
  const sums = shared.flatMap((region) => totalRows(region.region ?? '-', region.total))
  return {
    blocks: [
      { type: 'lines', lines: [headline(known, all)] },
      table(shown),
      ...linesBlock(unknownLines(all.filter((row) => !shown.includes(row)))),
      ...(sums.length > 0 ? [table(shared.length > 1 ? [...sums, ...totalRows('all', total)] : sums)] : []),
      listFooter(completeness, scope),
    ],
    notes: gapNotes(completeness.gaps),
  }
}

interface CapacityRow {
  readonly region: string
  readonly name: string
  readonly resource: string
  readonly amount: Amount
  readonly format: (number: number) => string
  readonly notes: readonly string[]
}

/** Rows without a known use come last. */
const shareOf = ({ amount: { used, total } }: CapacityRow) => (total && used !== undefined ? used / total : -1)

function headline([fullest]: readonly CapacityRow[], all: readonly CapacityRow[]): Cell {
  const unknown = new Set(all.filter(({ amount }) => amount.used === undefined).map(({ name }) => name)).size
  const rest = unknown > 0 ? ` · usage of ${plural(unknown, 'pool')} unknown` : ''
  if (!fullest) return { text: `usage unknown${rest}`, tone: 'busy' }
  const { name, resource, amount, format } = fullest
  const free = amount.free === undefined ? '' : `, ${format(amount.free)} free`
  return { text: `fullest: ${name} ${resource} ${Math.round(shareOf(fullest) * 100)}% used${free}${rest}` }
}

/** Pools whose use is unknown for one reason share a line. */
function unknownLines(rows: readonly CapacityRow[]): readonly Cell[] {
  const byReason = Map.groupBy(rows, ({ amount }) => amount.unavailable ?? 'usage unknown')
  return [...byReason].map(([reason, set]) => ({
    text: `? ${[...new Set(set.map(({ name }) => name))].join(', ')}: ${reason}`,
    tone: 'busy',
  }))
}

const table = (rows: readonly CapacityRow[]): Block =>
  tableOf(rows, [
    { title: 'REGION', drop: 2, cell: ({ region }) => region },
    { title: 'POOL', cell: ({ name }) => name },
    { title: 'RESOURCE', cell: ({ resource }) => resource },
    { title: 'USE', cell: useCell },
    { title: 'USED', cell: ({ amount, format }) => amountCell(amount.used, format) },
    { title: 'TOTAL', cell: ({ amount, format }) => amountCell(amount.total, format) },
    { title: 'FREE', cell: ({ amount, format }) => amountCell(amount.free, format) },
    { title: 'NOTE', flexible: true, drop: 1, cell: ({ notes }) => notes.join('; ') },
  ])

const useCell = ({ amount: { used, total } }: CapacityRow): Cell =>
  total && used !== undefined ? { text: bar(used / total) } : { text: 'unknown', tone: 'dim' }

const amountCell = (number: number | undefined, format: (number: number) => string): Cell =>
  number === undefined ? { text: '-', tone: 'dim' } : { text: format(number) }

function poolRows(pool: PoolCapacity): readonly CapacityRow[] {
  const { region = '-', name, amounts } = pool
  const notes = amounts.outOfService ? [`${plural(amounts.outOfService, 'hypervisor')} out of service`] : []
  return [
    ...row([region, name, 'vCPUs'], amounts.vcpus, countText, notes),
    ...row([region, name, 'memory'], amounts.memoryBytes, bytesText, []),
    ...row([region, name, 'Ceph'], amounts.cephBytes, bytesText, cephNotes(pool)),
  ]
}

function totalRows(region: string, { vcpus, memoryBytes, cephBytes }: CapacityTotal): readonly CapacityRow[] {
  return [
    ...row([region, 'all hypervisors', 'vCPUs'], vcpus, countText, []),
    ...row([region, 'all hypervisors', 'memory'], memoryBytes, bytesText, []),
    ...row([region, 'all storage', 'Ceph'], cephBytes, bytesText, []),
  ]
}

function row(
  [region, name, resource]: readonly [string, string, string],
  amount: Amount | undefined,
  format: (number: number) => string,
  remarks: readonly string[],
): readonly CapacityRow[] {
  if (!amount) return []
  const { unavailable } = amount
  const notes = [...(unavailable === undefined ? [] : [unavailable]), ...remarks]
  return [{ region, name, resource, amount, format, notes }]
}

function cephNotes({ amounts, quotas }: PoolCapacity): readonly string[] {
  const { free, copies } = amounts.cephBytes ?? {}
  const usable = free !== undefined && copies ? [`${bytesText(free / copies)} free with ${copies} copies`] : []
  if (!quotas) return usable
  const { limited, unlimited, bytes } = quotas
  return [...usable, `${limited} of ${plural(limited + unlimited, 'RBD pool')} have quotas (${bytesText(bytes)})`]
}

export const poolCapacityRows: Rows<PoolCapacityReport> = {
  field: 'regions',
  of: ({ regions }) => regions.flatMap(({ pools }) => pools),
}

export function poolCapacityNames({ regions }: PoolCapacityReport): readonly string[] {
  return regions.flatMap(({ pools }) => pools.map(({ type, name }) => `${type}/${name}`))
}

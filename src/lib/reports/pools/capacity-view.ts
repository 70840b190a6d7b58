// SPDX-License-Identifier: Apache-2.0
import type { Rows } from '../../model/report/presentation.ts'
import type { Cell, View } from '../../model/report/view.ts'
import { completenessText } from '../shared/completeness.ts'
import { bytesText, countText } from '../shared/format-amount.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { bar } from '../status/usage-bar.ts'
import type { Amount } from './amounts.ts'
import type { CapacityTotal, PoolCapacity, PoolCapacityReport } from './capacity.ts'
import { plural } from './impact-model.ts'

/** One row per resource of a pool, and a total per region. */
export function poolCapacityView({ regions, total, completeness, verdict, exitCode, scope }: PoolCapacityReport): View {
  const shared = regions.filter((region) => region.pools.length > 1)
  const sums = shared.flatMap((region) => totalRows(region.region ?? '-', region.total))
  return {
    blocks: [
      { type: 'table', columns: COLUMNS, rows: regions.flatMap(({ pools }) => pools.flatMap(poolRows)) },
      ...(sums.length > 0
        ? [
            {
              type: 'table',
              columns: COLUMNS,
              rows: shared.length > 1 ? [...sums, ...totalRows('all', total)] : sums,
            } as const,
          ]
        : []),
      {
        type: 'lines',
        lines: [{ text: `${completenessText(completeness, 'read in full', scope)} · ${verdict} · exit ${exitCode}` }],
      },
    ],
    notes: gapNotes(completeness.gaps),
  }
}

const COLUMNS = [
  { title: 'REGION', drop: 2 },
  { title: 'POOL' },
  { title: 'OF' },
  { title: 'USE' },
  { title: 'USED', drop: 3 },
  { title: 'TOTAL', drop: 4 },
  { title: 'FREE' },
  { title: 'NOTE', flexible: true, drop: 1 },
]

function poolRows(pool: PoolCapacity): Cell[][] {
  const { region = '-', name, amounts } = pool
  const notes = amounts.outOfService ? [`${plural(amounts.outOfService, 'hypervisor')} out of service`] : []
  return [
    ...row([region, name, 'vCPU'], amounts.vcpus, countText, notes),
    ...row([region, name, 'memory'], amounts.memoryBytes, bytesText, []),
    ...row([region, name, 'Ceph'], amounts.cephBytes, bytesText, cephNotes(pool)),
  ]
}

function totalRows(region: string, { vcpus, memoryBytes, cephBytes }: CapacityTotal): Cell[][] {
  return [
    ...row([region, 'all hypervisors', 'vCPU'], vcpus, countText, []),
    ...row([region, 'all hypervisors', 'memory'], memoryBytes, bytesText, []),
    ...row([region, 'all storage', 'Ceph'], cephBytes, bytesText, []),
  ]
}

type Format = (number: number) => string

function row(head: readonly string[], amount: Amount | undefined, format: Format, notes: readonly string[]): Cell[][] {
  if (!amount) return []
  const { total, used, free, unavailable } = amount
  const amountCell = (number: number | undefined): Cell =>
    number === undefined ? { text: '-', tone: 'dim' } : { text: format(number) }
  const share: Cell = total && used !== undefined ? { text: bar(used / total) } : { text: 'not available', tone: 'dim' }
  const note = [...(unavailable === undefined ? [] : [unavailable]), ...notes].join('; ')
  return [
    [...head.map((text) => ({ text })), share, amountCell(used), amountCell(total), amountCell(free), { text: note }],
  ]
}

function cephNotes({ amounts, quotas }: PoolCapacity): readonly string[] {
  const { free, copies } = amounts.cephBytes ?? {}
  const usable = free !== undefined && copies ? [`${bytesText(free / copies)} free with ${copies} copies`] : []
  if (!quotas) return usable
  const limits = `quotas of ${plural(quotas.limited, 'RBD pool')}: ${bytesText(quotas.bytes)}`
  return [...usable, quotas.unlimited > 0 ? `${limits}, ${quotas.unlimited} without` : limits]
}

export const poolCapacityRows: Rows<PoolCapacityReport> = {
  field: 'regions',
  of: ({ regions }) => regions.flatMap(({ pools }) => pools),
}

export function poolCapacityNames({ regions }: PoolCapacityReport): readonly string[] {
  return regions.flatMap(({ pools }) => pools.map(({ type, name }) => `${type}/${name}`))
}

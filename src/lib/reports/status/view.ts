// SPDX-License-Identifier: Apache-2.0

import { isFine, severity } from '../../model/graph/health.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import { c5c3Command, formatCommand, operands } from '../../model/text/command.ts'
import type { PoolFacts } from '../pools/facts.ts'
import { nodesCell } from '../pools/nodes-cell.ts'
import { accessHints } from '../shared/access-hints.ts'
import { completenessText } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { nameOf } from '../shared/object-row.ts'
import { SYMBOLS, stateCell, stateWord } from '../shared/state-cell.ts'
import { cannotTell } from '../shared/unreachable.ts'
import { keysLines } from './keys-compared.ts'
import type { StatusReport, StatusRow } from './report.ts'

export function statusView(report: StatusReport): View {
  return {
    blocks: [
      ...(report.clusters.length > 0 ? [overview(report.clusters), LEGEND] : [NONE]),
      ...(report.pools.length > 0 ? [poolsBlock(report.pools)] : []),
      {
        type: 'lines',
        lines: [
          ...statusNextLines(report),
          ...detailsHint(report),
          ...moreLines(report),
          ...statusKeysLines(report),
          { text: statusFooter(report) },
        ],
      },
    ],
    notes: [...gapNotes(report.completeness.gaps), ...accessHints(report.completeness.gaps)],
  }
}

const LEGEND: Block = {
  type: 'lines',
  lines: [
    {
      text: 'phases: P provisioning · 1 databases and queues · 2 Keystone · 3 K-ORC · 4 Glance, Placement · 5 Nova, Neutron, Cinder · 6 Cortex · 7 Tempest',
      tone: 'dim',
    },
  ],
}

/** The usual reason is a wrong selection of clusters. */
const NONE: Block = {
  type: 'lines',
  lines: [{ text: 'no OpenStackCluster and no ControlPlane was found; where it looks: kubectl c5c3 contexts' }],
}

function overview(rows: readonly StatusRow[]): Block {
  return {
    type: 'table',
    columns: [
      { title: 'OPENSTACK CLUSTER' },
      { title: 'REGION', drop: 2 },
      { title: 'P 1 2 3 4 5 6 7' },
      { title: 'STATE' },
      { title: 'FIRST BLOCKER', flexible: true },
      { title: 'AGE', drop: 1 },
    ],
    rows: rows.map((row) => [
      { text: row.name === '*' ? `(any) @${row.cluster}` : subjectName(row) },
      { text: row.region ?? '-' },
      { text: row.phases.map(({ status }) => SYMBOLS[status]).join(' ') },
      stateCell(row.state),
      { text: blockerText(row) },
      { text: row.age ?? '' },
    ]),
  }
}

function blockerText({ blocker, unreachable }: StatusRow): string {
  if (!blocker) return ''
  if (unreachable) return cannotTell({ ...unreachable, reason: unreachable.reason.replace(/ \(.*$/, '') })
  const { reason, message, own, cluster } = blocker
  // a reason that repeats the state says less than the message
  const detail = reason && reason.toLowerCase() !== own ? reason : (message ?? reason ?? own)
  return `${nameOf(blocker)} @${cluster}: ${detail}`
}

export function poolsBlock(list: readonly PoolFacts[]): Block {
  return {
    type: 'table',
    columns: [
      { title: 'POOL' },
      { title: 'TYPE' },
      { title: 'NODES' },
      { title: 'CEPH' },
      { title: 'USED', drop: 1 },
      { title: 'TENANTS', flexible: true },
    ],
    rows: list.map((pool) => [
      { text: pool.name },
      { text: pool.type },
      nodesCell(pool.nodes),
      { text: pool.ceph?.health ?? '', ...tone(pool.ceph?.health === 'HEALTH_OK') },
      { text: usedText(pool) },
      { text: pool.tenants.join(', ') },
    ]),
  }
}

const tone = (good: boolean): Pick<Cell, 'tone'> => ({ tone: good ? 'good' : 'bad' })

/** A bar of ten steps and the percentage: 61% is ▇▇▇▇▇▇▁▁▁▁. */
export function bar(share: number): string {
  const steps = Math.min(10, Math.max(0, Math.round(share * 10)))
  return `${'▇'.repeat(steps)}${'▁'.repeat(10 - steps)} ${Math.round(share * 100)}%`
}

function usedText({ ceph }: PoolFacts): string {
  return ceph?.capacity ? bar(ceph.capacity.usedBytes / ceph.capacity.totalBytes) : ''
}

/** Next step for the worst cluster; for unreadable ones the access hints apply. */
export function statusNextLines({ clusters }: StatusReport): readonly Cell[] {
  const [worst] = clusters
    .filter(({ state }) => !isFine(state) && state !== 'unknown')
    .sort((a, b) => severity(b.state) - severity(a.state))
  return worst ? [{ text: `next: ${formatCommand(c5c3Command('why', ...operands(subjectName(worst))))}` }] : []
}

export const statusKeysLines = ({ clusters, keysCompared, completeness }: StatusReport): readonly Cell[] =>
  clusters.length === 0 ? [] : keysLines(keysCompared, completeness)

const detailsHint = ({ clusters }: StatusReport): readonly Cell[] =>
  clusters.length === 0 ? [] : [{ text: 'one of them on a page: kubectl c5c3 status NAME', tone: 'dim' }]

/** Claims may be missing from the list, too: not every OpenStack cluster is named by something that was read. */
const moreLines = ({ mayHoldMore = [] }: StatusReport): readonly Cell[] =>
  mayHoldMore.length === 0
    ? []
    : [{ text: `could hold more OpenStack clusters, not readable: ${mayHoldMore.join(', ')}`, tone: 'busy' }]

const subjectName = ({ namespace, name }: Pick<StatusRow, 'namespace' | 'name'>) =>
  namespace === undefined ? name : `${namespace}/${name}`

export function statusFooter({ clusters, completeness, exitCode, scope, copies }: StatusReport): string {
  const counts = [...Map.groupBy(clusters, ({ state }) => state)].map(
    ([state, rows]) => `${rows.length} ${stateWord(state)}`,
  )
  return [
    completenessText(completeness, 'read in full', scope),
    copies ? copiesText(copies) : '',
    counts.join(', ') || 'no OpenStack cluster found',
    `exit ${exitCode}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function copiesText({ count, accepted }: NonNullable<StatusReport['copies']>): string {
  const what = `${count} ${count === 1 ? 'object' : 'objects'} told from last copies`
  return accepted ? `${what}, accepted` : `${what} (--accept-cached counts them as read)`
}

export function statusNames({ clusters }: StatusReport): readonly string[] {
  return clusters.filter(({ name }) => name !== '*').map((row) => `${row.kind.toLowerCase()}/${subjectName(row)}`)
}

// SPDX-License-Identifier: Apache-2.0

import { isFine } from '../../model/graph/health.ts'
import type { Presentation } from '../../model/report/presentation.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import { c5c3Command, formatCommand, operands } from '../../model/text/command.ts'
import { CLAIM_OF_POOL } from '../pools/sites.ts'
import { reasonText } from '../pools/view.ts'
import { completenessText } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { findingText } from '../shared/problem-text.ts'
import { stateCell, TONES } from '../shared/state-cell.ts'
import type { HostPart, HostRow, HypervisorPoolRow, HypervisorsReport } from './report.ts'
import { isNotable } from './report.ts'

/** With -o wide every host is listed. */
export const hypervisorsForms = (isWide: boolean): Presentation<HypervisorsReport> => ({
  view: (report) => hypervisorsView(report, isWide),
  names: ({ hosts }) => hosts.map(({ name, cluster }) => `${name}@${cluster}`),
  rows: { field: 'hosts' },
})

/** More healthy hosts than this are counted instead of listed. */
const MAX_HEALTHY_ROWS = 20

function hypervisorsView(report: HypervisorsReport, isWide: boolean): View {
  const { pools, hosts, completeness } = report
  const notable = hosts.filter(isNotable)
  const healthy = hosts.length - notable.length
  const shown = isWide || healthy <= MAX_HEALTHY_ROWS ? hosts : notable
  const hiddenCount = hosts.length - shown.length
  return {
    blocks: [
      pools.length > 0 ? poolTable(pools) : { type: 'lines', lines: [{ text: 'there is no hypervisor pool' }] },
      ...(shown.length > 0 ? [hostTable(shown)] : []),
      ...problemLines(report),
      {
        type: 'lines',
        lines: [
          ...(hiddenCount > 0
            ? [{ text: `${hiddenCount} ${shown.length > 0 ? 'more ' : ''}hypervisors are healthy: -o wide lists them` }]
            : []),
          ...nextOf(report),
          { text: lastLine(report) },
        ],
      },
    ],
    notes: gapNotes(completeness.gaps),
  }
}

function poolTable(pools: readonly HypervisorPoolRow[]): Block {
  return {
    type: 'table',
    columns: [
      { title: 'POOL' },
      { title: 'REGION', drop: 2 },
      { title: 'STATE' },
      { title: 'HOSTS' },
      { title: 'MAINTENANCE', drop: 3 },
      { title: 'EVICTIONS', drop: 4 },
      { title: 'CHASSIS', drop: 5 },
      { title: 'AGENTS', flexible: true },
      { title: 'INSTANCES', drop: 1 },
    ],
    rows: pools.map((pool) => [
      { text: pool.name, about: `${CLAIM_OF_POOL.hypervisor}/${pool.name}` },
      { text: pool.region ?? '-' },
      stateCell(pool.state),
      { text: pool.hidden ? '?' : `${pool.fine}/${pool.hosts}`, tone: TONES[pool.state] },
      { text: pool.maintenance > 0 ? String(pool.maintenance) : '' },
      { text: pool.evictions > 0 ? String(pool.evictions) : '' },
      { text: pool.chassis.total === 0 ? '-' : `${pool.chassis.fine}/${pool.chassis.total}` },
      agentsCell(pool),
      { text: pool.hidden ? '?' : String(pool.instances) },
    ]),
  }
}

/** How many agents are ready, and which are not. */
function agentsCell({ agents }: HypervisorPoolRow): Cell {
  if (agents.every(({ state }) => state === 'unknown')) return { text: '?', tone: 'busy' }
  const unhealthy = agents.filter(({ state }) => state !== 'healthy')
  if (unhealthy.length === agents.length && unhealthy.every(({ state }) => state === 'not installed'))
    return { text: 'none known by name', tone: 'dim' }
  const details = unhealthy.map(({ name, state, ready, wanted }) =>
    state === 'not installed' ? `no ${name}` : `${name} ${ready}/${wanted}`,
  )
  return {
    text: [`${agents.length - unhealthy.length}/${agents.length}`, ...details].join(', '),
    tone: unhealthy.length > 0 ? 'bad' : 'good',
  }
}

function hostTable(hosts: readonly HostRow[]): Block {
  return {
    type: 'table',
    columns: [
      { title: 'NODE' },
      { title: 'POOL', drop: 3 },
      { title: 'STATE' },
      { title: 'KUBELET', drop: 4 },
      { title: 'HYPERVISOR', drop: 6 },
      { title: 'CHASSIS', drop: 5 },
      { title: 'OVS', drop: 2 },
      { title: 'LABELS', wide: true },
      { title: 'LIBVIRT', wide: true },
      { title: 'INSTANCES', drop: 1 },
      { title: 'EVICTION', drop: 7 },
      { title: 'WHY', flexible: true },
      { title: 'NEXT', wide: true },
    ],
    rows: hosts.map((host) => [
      { text: host.name, about: `${host.hypervisor ? 'Hypervisor' : 'Node'}/${host.name}@${host.cluster}` },
      { text: host.pool },
      stateCell(host.state),
      partCell(host.node),
      partCell(host.hypervisor),
      partCell(host.chassis),
      partCell(host.ovs),
      { text: labelsText(host) },
      { text: host.libvirt ?? '' },
      { text: host.instances === undefined ? '?' : String(host.instances) },
      { text: evictionText(host) },
      { text: whyText(host) },
      { text: host.findings[0]?.next[0]?.command ?? '' },
    ]),
  }
}

function partCell(part: HostPart | undefined): Cell {
  return part
    ? { text: part.reason && part.state !== 'healthy' ? part.reason : part.state, tone: TONES[part.state] }
    : { text: '-', tone: 'dim' }
}

function labelsText({ lackingLabels, hypervisor }: HostRow): string {
  if (!hypervisor) return '-'
  return lackingLabels.length === 0 ? 'ok' : `lacks ${lackingLabels.join(', ')}`
}

function evictionText({ eviction }: HostRow): string {
  if (!eviction) return ''
  return `${eviction.outstandingInstances} left${eviction.state === 'failed' ? ', stuck' : ''}`
}

/** The findings, else the message of the worst part. */
function whyText({ findings, ...host }: HostRow): string {
  if (findings.length > 0)
    return findings
      .map((finding) =>
        finding.follows ? `because of ${finding.subject.split('@')[0]} [${finding.check}]` : findingText(finding),
      )
      .join('; ')
  if (host.state === 'healthy') return ''
  if (!host.hypervisor) return 'it has no Hypervisor'
  // the Hypervisor's message says more than a cordoned node
  const parts = [host.hypervisor, host.node, host.chassis, host.ovs].flatMap((part) => part ?? [])
  const worst = parts.find(({ state }) => state === host.state)
  return worst ? reasonText({ ...worst, own: worst.state }) : ''
}

function problemLines({ pools, findings }: HypervisorsReport): readonly Block[] {
  const lines: readonly Cell[] = [
    ...pools.flatMap(({ name, hidden }) => (hidden ? [{ text: `${name}: ${hidden}`, tone: 'busy' as const }] : [])),
    ...pools.flatMap(({ name, findings: poolFindings }) =>
      poolFindings.map((one) => ({ text: `${name}: ${findingText(one)}`, tone: 'bad' as const })),
    ),
    ...findings.map((one) => ({ text: `${one.subject}: ${findingText(one)}`, tone: 'bad' as const })),
  ]
  return lines.length > 0 ? [{ type: 'lines', lines }] : []
}

function nextOf({ hosts, pools, findings }: HypervisorsReport): readonly Cell[] {
  const [unhealthy] = hosts.filter(({ state, findings: own }) => !isFine(state) || own.length > 0)
  const finding = unhealthy?.findings[0] ?? pools.flatMap((pool) => pool.findings)[0] ?? findings[0]
  const [first] = hosts.filter(isNotable)
  return [
    ...(unhealthy
      ? [
          {
            text: `next: ${formatCommand(c5c3Command('hypervisors', 'show', ...operands(`${unhealthy.name}@${unhealthy.cluster}`)))}`,
          },
        ]
      : []),
    ...(finding
      ? [{ text: `${unhealthy ? 'then' : 'next'}: ${formatCommand(c5c3Command('why', finding.subject))}` }]
      : []),
    ...(!unhealthy && !finding && hosts.length > 0
      ? [
          {
            text: `one host in full: ${formatCommand(c5c3Command('hypervisors', 'show', ...operands(first?.name ?? 'NODE')))}`,
          },
        ]
      : []),
  ]
}

function lastLine({ completeness, hosts, verdict, exitCode, scope }: HypervisorsReport): string {
  const unhealthy = hosts.filter(({ state }) => !isFine(state)).length
  const counts = [
    `${hosts.length} ${hosts.length === 1 ? 'hypervisor' : 'hypervisors'}`,
    ...(unhealthy > 0 ? [`${unhealthy} not well`] : []),
  ].join(', ')
  return `${completenessText(completeness, 'read in full', scope)} · ${counts} · ${verdict} · exit ${exitCode}`
}

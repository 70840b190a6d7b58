// SPDX-License-Identifier: Apache-2.0

import { isFine } from '../../model/graph/health.ts'
import type { Presentation } from '../../model/report/presentation.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import { operands } from '../../model/text/command.ts'
import { firstSentence } from '../../model/text/first-sentence.ts'
import { commandCell, linesBlock, listFooter } from '../lists/list-footer.ts'
import { reasonText } from '../lists/reason-text.ts'
import { sentence, verdictLine } from '../lists/verdict-line.ts'
import { CLAIM_OF_POOL } from '../pools/sites.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { findingText } from '../shared/problem-text.ts'
import { stateCell, TONES } from '../shared/state-cell.ts'
import { tableOf } from '../shared/table.ts'
import type { HostPart, HostRow, HypervisorPoolRow, HypervisorsReport } from './report.ts'
import { isNotable } from './report.ts'

/** With -o wide every host is listed. */
export const hypervisorsForms = (isWide: boolean): Presentation<HypervisorsReport> => ({
  view: (report) => hypervisorsView(report, isWide),
  names: ({ hosts }) => hosts.map(({ name, cluster }) => `${name}@${cluster}`),
  rows: { field: 'hosts' },
})

function hypervisorsView(report: HypervisorsReport, isWide: boolean): View {
  const { pools, hosts, completeness, scope } = report
  const shown = isWide ? hosts : hosts.filter(isNotable)
  const hiddenCount = hosts.length - shown.length
  const hidden = hiddenCount > 0 ? [`${hiddenCount} healthy hypervisors not listed (-o wide)`] : []
  return {
    blocks: [
      { type: 'lines', lines: [verdict(report)] },
      ...(pools.length > 0 ? [poolTable(pools)] : []),
      ...(shown.length > 0 ? [hostTable(shown)] : []),
      ...linesBlock(problemLines(report)),
      ...linesBlock(nextOf(report)),
      listFooter(completeness, scope, ...hidden),
    ],
    notes: gapNotes(completeness.gaps),
  }
}

function verdict({ pools, hosts, verdict: worst }: HypervisorsReport): Cell {
  const unread = pools.filter(({ hidden }) => hidden !== undefined).map(({ name }) => name)
  const states = hosts.map(({ state }) => state)
  const line = verdictLine({ states, one: 'hypervisor', many: 'hypervisors', verdict: worst })
  if (unread.length > 0) return { ...line, text: `${line.text} · ${unread.join(', ')} not readable` }
  if (!states.every(isFine) || isFine(worst)) return line
  return sentence(worst, `all ${hosts.length} hypervisors are healthy, their pools or agents are not`)
}

const poolTable = (pools: readonly HypervisorPoolRow[]): Block =>
  tableOf(pools, [
    { title: 'POOL', cell: ({ name }) => ({ text: name, about: `${CLAIM_OF_POOL.hypervisor}/${name}` }) },
    { title: 'REGION', drop: 1, cell: ({ region }) => region ?? '-' },
    { title: 'STATE', cell: ({ state }) => stateCell(state) },
    { title: 'HOSTS', cell: hostsCell },
    { title: 'EVICTIONS', cell: ({ evictions }) => (evictions > 0 ? String(evictions) : '') },
    { title: 'CHASSIS', drop: 2, cell: ({ chassis }) => (chassis.total > 0 ? `${chassis.fine}/${chassis.total}` : '') },
    { title: 'AGENTS', flexible: true, cell: agentsCell },
    { title: 'INSTANCES', drop: 3, cell: ({ hidden, instances }) => (hidden ? '?' : String(instances)) },
  ])

function hostsCell({ hidden, fine, hosts, maintenance, state }: HypervisorPoolRow): Cell {
  const note = maintenance > 0 ? ` (${maintenance} maint.)` : ''
  return { text: hidden ? '?' : `${fine}/${hosts}${note}`, tone: TONES[state] }
}

/** How many agents are ready, and which are not. */
function agentsCell({ agents }: HypervisorPoolRow): Cell {
  if (agents.every(({ state }) => state === 'unknown')) return { text: '?', tone: 'busy' }
  const unhealthy = agents.filter(({ state }) => state !== 'healthy')
  if (unhealthy.length === agents.length && unhealthy.every(({ state }) => state === 'not installed'))
    return { text: 'none found', tone: 'dim' }
  const details = unhealthy.map(({ name, state, ready, wanted }) =>
    state === 'not installed' ? `no ${name}` : `${name} ${ready}/${wanted}`,
  )
  return {
    text: [`${agents.length - unhealthy.length}/${agents.length}`, ...details].join(', '),
    tone: unhealthy.length > 0 ? 'bad' : 'good',
  }
}

const hostTable = (hosts: readonly HostRow[]): Block =>
  tableOf(hosts, [
    {
      title: 'NODE',
      cell: ({ name, hypervisor, cluster }) => ({
        text: name,
        about: `${hypervisor ? 'Hypervisor' : 'Node'}/${name}@${cluster}`,
      }),
    },
    { title: 'POOL', drop: 1, cell: ({ pool }) => pool },
    { title: 'STATE', cell: hostStateCell },
    { title: 'KUBELET', wide: true, cell: ({ node }) => partCell(node) },
    { title: 'HYPERVISOR', wide: true, cell: ({ hypervisor }) => partCell(hypervisor) },
    { title: 'CHASSIS', wide: true, cell: ({ chassis }) => partCell(chassis) },
    { title: 'OVS', wide: true, cell: ({ ovs }) => (hosts.some((host) => host.ovs) ? partCell(ovs) : '') },
    { title: 'LABELS', wide: true, cell: labelsText },
    { title: 'LIBVIRT', wide: true, cell: ({ libvirt }) => libvirt ?? '' },
    { title: 'INSTANCES', cell: ({ instances }) => String(instances ?? '?') },
    { title: 'EVICTION', cell: evictionText },
    { title: 'DETAIL', flexible: true, cell: detailText },
    { title: 'NEXT', wide: true, cell: ({ findings }) => findings[0]?.next[0]?.command ?? '' },
  ])

function hostStateCell({ state, eviction }: HostRow): Cell {
  const cell = stateCell(state)
  return state === 'maintenance' && eviction ? { ...cell, text: '⚒ draining' } : cell
}

function partCell(part: HostPart | undefined): Cell {
  return part
    ? { text: part.reason && part.state !== 'healthy' ? part.reason : part.state, tone: TONES[part.state] }
    : { text: '-', tone: 'dim' }
}

function labelsText({ lackingLabels, hypervisor }: HostRow): string {
  if (!hypervisor) return '-'
  return lackingLabels.length === 0 ? 'ok' : `missing ${lackingLabels.join(', ')}`
}

function evictionText({ eviction }: HostRow): string {
  if (!eviction) return ''
  return `${eviction.outstandingInstances} left${eviction.state === 'failed' ? ', stuck' : ''}`
}

/** The findings, else the message of the worst part. */
function detailText({ findings, ...host }: HostRow): string {
  if (findings.length > 0)
    return findings
      .map((finding) =>
        finding.follows ? `because of ${finding.subject.split('@')[0]} [${finding.check}]` : findingText(finding),
      )
      .join('; ')
  if (host.state === 'healthy') return ''
  if (!host.hypervisor) return 'no Hypervisor object'
  // the Hypervisor's message says more than a cordoned node
  const parts = [host.hypervisor, host.node, host.chassis, host.ovs].flatMap((part) => part ?? [])
  const worst = parts.find(({ state }) => state === host.state)
  return worst ? firstSentence(worst.message ?? reasonText({ ...worst, own: worst.state })) : ''
}

const problemLines = ({ pools, findings }: HypervisorsReport): readonly Cell[] => [
  ...pools.flatMap(({ name, hidden }) => (hidden ? [{ text: `${name}: ${hidden}`, tone: 'busy' as const }] : [])),
  ...pools.flatMap(({ name, findings: poolFindings }) =>
    poolFindings.map((one) => ({ text: `${name}: ${findingText(one)}`, tone: 'bad' as const })),
  ),
  ...findings.map((one) => ({ text: `${one.subject}: ${findingText(one)}`, tone: 'bad' as const })),
]

/** The page of the worst host, and `why` for its first finding. */
function nextOf({ hosts, pools, findings }: HypervisorsReport): readonly Cell[] {
  const worst = hosts.find(({ state, findings: own }) => !isFine(state) || own.length > 0) ?? hosts.find(isNotable)
  const finding = worst?.findings[0] ?? pools.flatMap((pool) => pool.findings)[0] ?? findings[0]
  return [
    ...(worst ? [commandCell('Details', 'hypervisors', 'show', ...operands(`${worst.name}@${worst.cluster}`))] : []),
    ...(finding ? [commandCell('next', 'why', finding.subject)] : []),
  ]
}

// SPDX-License-Identifier: Apache-2.0
import type { Presentation } from '../../model/report/presentation.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import { linesBlock, listFooter } from '../lists/list-footer.ts'
import { reasonText } from '../lists/reason-text.ts'
import { sentence } from '../lists/verdict-line.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { nameOf } from '../shared/object-row.ts'
import { findingText } from '../shared/problem-text.ts'
import { stateCell, stateWord } from '../shared/state-cell.ts'
import type { HypervisorReport } from './show.ts'

export const hypervisorForms: Presentation<HypervisorReport> = {
  view: hypervisorView,
  names: ({ host }) => [`${host.name}@${host.cluster}`],
}

function hypervisorView(report: HypervisorReport): View {
  const { host, completeness, next } = report
  const findings = host.findings.map((finding): Cell => {
    const where = finding.follows ? `${finding.subject.split('@')[0]}: ` : ''
    return { text: `  ${where}${findingText(finding)}`, tone: finding.severity === 'info' ? 'dim' : 'bad' }
  })
  return {
    blocks: [
      { type: 'lines', lines: [headline(report), ...findings] },
      partsTable(report),
      agentsTable(report),
      ...evictionBlocks(report),
      ...linesBlock(
        next.flatMap(({ command, why }) => [...(why ? [{ text: `${why}:` }] : []), { text: `next: ${command}` }]),
      ),
      listFooter(completeness),
    ],
    notes: gapNotes(completeness.gaps),
  }
}

function headline({ host }: HypervisorReport): Cell {
  const instances = host.instances === undefined ? '' : `, ${host.instances} instances`
  const state = host.state === 'maintenance' ? 'in maintenance' : stateWord(host.state)
  return sentence(host.state, `${host.name} (${host.pool}): ${state}${instances}`)
}

function partsTable({ parts, host, cells, heldBy }: HypervisorReport): Block {
  const rows: (readonly Cell[])[] = parts.map((part) => [
    { text: nameOf(part) },
    stateCell(part.own, part.source === 'live' ? undefined : part.source),
    { text: part.own === 'healthy' ? '' : reasonText(part) },
    { text: part.sinceAge ?? '' },
    { text: part.cluster },
  ])
  const labels =
    host.lackingLabels.length === 0 ? 'all labels of the node are set' : `missing ${host.lackingLabels.join(', ')}`
  return {
    type: 'table',
    columns: [
      { title: 'PART' },
      { title: 'STATE' },
      { title: 'DETAIL', flexible: true },
      { title: 'SINCE', drop: 2 },
      { title: 'CLUSTER', drop: 1 },
    ],
    rows: [
      ...rows,
      ...(host.hypervisor ? [] : [[{ text: 'Hypervisor' }, stateCell('unknown'), { text: 'no object of this name' }]]),
      ...(host.hypervisor && host.node
        ? [
            [
              { text: 'Hypervisor labels' },
              stateCell(host.lackingLabels.length === 0 ? 'healthy' : 'degraded'),
              { text: labels },
            ],
          ]
        : []),
      ...heldBy.map((budget) => [
        { text: nameOf(budget) },
        { text: host.node?.state === 'maintenance' ? 'blocks the drain' : 'would block a drain' },
        { text: 'allows no eviction until the host is removed from OpenStack' },
        { text: '' },
        { text: budget.cluster },
      ]),
      ...cells.map(({ nova, cell, hosts }) => [
        { text: `${nameOf(nova)} ${cell}` },
        stateCell(nova.own),
        { text: hosts === undefined ? 'reports no number of hosts' : `sees ${hosts} hosts` },
        { text: '' },
        { text: nova.cluster },
      ]),
    ],
  }
}

function agentsTable({ agents }: HypervisorReport): Block {
  return {
    type: 'table',
    columns: [
      { title: 'AGENT' },
      { title: 'STATE' },
      { title: 'VERSION', drop: 3 },
      { title: 'RESTARTS', drop: 1 },
      { title: 'LABELS', drop: 2 },
      { title: 'DETAIL', flexible: true },
      { title: 'POD', wide: true },
    ],
    rows: agents.map((agent) => [
      { text: agent.name },
      stateCell(agent.state),
      { text: agent.version ?? '' },
      { text: agent.restarts ? String(agent.restarts) : '' },
      agent.lackingLabels.length > 0
        ? { text: `missing ${agent.lackingLabels.length}`, tone: 'bad' }
        : { text: agent.pod ? 'injected' : '' },
      { text: agent.detail },
      { text: agent.pod ?? '' },
    ]),
  }
}

function evictionBlocks({ migrations, outstandingInstances }: HypervisorReport): readonly Block[] {
  if (outstandingInstances.length === 0 && migrations.length === 0) return []
  const moving = new Map(migrations.map((one) => [one.instance, one]))
  const all = [...new Set([...moving.keys(), ...outstandingInstances])]
  return [
    {
      type: 'table',
      columns: [
        { title: 'INSTANCE' },
        { title: 'STATE' },
        { title: 'TO' },
        { title: 'RUNNING', drop: 2 },
        { title: 'REMAINING', drop: 1 },
        { title: 'ERROR', flexible: true },
      ],
      rows: all.map((instance) => {
        const migration = moving.get(instance)
        return [
          { text: instance },
          migration ? stateCell(migration.state) : { text: 'queued' },
          { text: migration?.to ?? '' },
          { text: migration?.elapsed ?? '' },
          { text: [migration?.left, migration?.remaining].filter(Boolean).join(', ') },
          { text: migration?.error ?? '' },
        ]
      }),
    },
  ]
}

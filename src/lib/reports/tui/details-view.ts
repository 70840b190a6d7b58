// SPDX-License-Identifier: Apache-2.0

import type { Cause } from '../../assess/causes.ts'
import { causeFinder } from '../../assess/root-cause-path.ts'
import { c5c3, describe, getYaml } from '../../model/check/next-step.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { type Condition, conditionsOf } from '../../model/object/conditions.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import { formatCommand } from '../../model/text/command.ts'
import { reasonOf, statusCell } from '../shared/object-cell.ts'
import { ageOf, nameOf, nodeReport, objectAddress } from '../shared/object-row.ts'
import { phaseOrder } from '../shared/phase-order.ts'
import { stateCell, stateWord } from '../shared/state-cell.ts'

export type ExplainedCause = Pick<Cause, 'subject' | 'consequences'>

/** State, root cause, owners, conditions, evidence and neighbours of one object. */
export function detailsView(assessment: Assessment, node: GraphNode, causes: readonly ExplainedCause[] = []): View {
  const conditions = node.object ? [...conditionsOf(node.object).values()] : []
  const evidence = assessment.own(node.id).evidence ?? []
  return {
    blocks: [
      { type: 'lines', lines: briefLines(assessment, node, causeOf(assessment, node, causes)) },
      ...(conditions.length > 0 ? [conditionTable(conditions, assessment.now)] : []),
      ...(evidence.length > 0
        ? [
            {
              type: 'table' as const,
              columns: [{ title: 'EVIDENCE' }, { title: 'SAYS', flexible: true }],
              rows: evidence.map(({ path, value }) => [{ text: path }, { text: value }]),
            },
          ]
        : []),
      ...neighbours(assessment, node, 'STANDS ON'),
      ...neighbours(assessment, node, 'STANDS ON IT'),
      { type: 'lines', lines: [{ text: 'next' }, ...nextOf(assessment, node)] },
    ],
  }
}

function briefLines(assessment: Assessment, node: GraphNode, cause: GraphNode): readonly Cell[] {
  const report = nodeReport(assessment, node, () => cause)
  const { state, status, own, sinceAge, age, notes = [] } = report
  const reason = reasonOf(report)
  const since = sinceAge && !isFine(own) ? ` for ${sinceAge}` : ''
  const ownText = own === status || own === state ? '' : `, by itself ${stateWord(own)}`
  const owners = (node.object?.metadata.ownerReferences ?? []).map(({ kind, name }) => `${kind} ${name}`)
  const hidden = node.source === 'live' ? '' : ` (${node.source}${node.hidden ? `: ${node.hidden.message}` : ''})`
  return [
    { text: `${nameOf(node)} @${node.cluster.label}` },
    {
      ...stateCell(status),
      text: `${stateCell(status).text}${since}${ownText}${hidden}${age ? `, made ${age} ago` : ''}`,
    },
    ...(cause.id === node.id || isFine(state) ? [] : [waitCell(assessment, cause)]),
    ...(reason === '' ? [] : [{ text: reason }]),
    ...notes.map((text): Cell => ({ text: `note: ${text}`, tone: 'busy' })),
    ...(owners.length > 0 ? [{ text: `owned by ${owners.join(', ')}`, tone: 'dim' as const }] : []),
    { text: relatedText(assessment, node), tone: 'dim' },
  ]
}

/** Checks know more than states: the subject of a finding is its own root cause. */
function causeOf(assessment: Assessment, node: GraphNode, causes: readonly ExplainedCause[]): GraphNode {
  if (causes.some(({ subject }) => subject.id === node.id)) return node
  const finding = causes.find(({ consequences }) => consequences.some(({ id }) => id === node.id))
  return finding?.subject ?? causeFinder(assessment, phaseOrder)(node)
}

/** Shown before the object's own reason, because it is what to fix. */
function waitCell(assessment: Assessment, cause: GraphNode): Cell {
  const report = nodeReport(assessment, cause)
  const reason = reasonOf(report)
  const text = `blocked by ${nameOf(cause)} @${cause.cluster.label}${reason === '' ? '' : `: ${reason}`}`
  return { ...stateCell(report.own), text }
}

function relatedText({ graph }: Assessment, { id }: GraphNode): string {
  const [dependencies, dependents] = [graph.out(id).length, graph.into(id).length]
  return `stands on ${dependencies} ${dependencies === 1 ? 'object' : 'objects'}, ${dependents} ${dependents === 1 ? 'stands' : 'stand'} on it`
}

function conditionTable(conditions: readonly Condition[], now: number): Block {
  return {
    type: 'table',
    columns: [
      { title: 'CONDITION' },
      { title: 'STATUS' },
      { title: 'REASON', flexible: true },
      { title: 'SINCE' },
      { title: 'MESSAGE', flexible: true },
    ],
    rows: conditions.map(({ type, status, reason, message, since, stale }) => [
      { text: type },
      { text: stale ? `${status}, of an older spec` : status },
      { text: reason },
      { text: ageOf(since, now) ?? '' },
      { text: message },
    ]),
  }
}

/** At most this many neighbours are listed. */
const MAX_NEIGHBOURS = 30

function neighbours(assessment: Assessment, { id }: GraphNode, title: 'STANDS ON' | 'STANDS ON IT'): readonly Block[] {
  const { graph } = assessment
  const edges = title === 'STANDS ON' ? graph.out(id) : graph.into(id)
  const nodes = [...new Set(edges.map(({ from, to }) => (title === 'STANDS ON' ? to : from)))].flatMap(
    (other) => graph.nodes.get(other) ?? [],
  )
  if (nodes.length === 0) return []
  const hiddenCount = nodes.length - MAX_NEIGHBOURS
  const causeOf = causeFinder(assessment, phaseOrder)
  return [
    {
      type: 'table',
      columns: [{ title }, { title: 'STATE' }, { title: 'CLUSTER' }, { title: 'REASON', flexible: true }],
      rows: nodes.slice(0, MAX_NEIGHBOURS).map((node) => {
        const report = nodeReport(assessment, node, causeOf)
        return [
          { text: nameOf(node), about: objectAddress(node) },
          statusCell(report),
          { text: node.cluster.label },
          { text: reasonOf(report) },
        ]
      }),
    },
    ...(hiddenCount > 0
      ? [{ type: 'lines' as const, lines: [{ text: `and ${hiddenCount} more`, tone: 'dim' as const }] }]
      : []),
  ]
}

function nextOf({ state }: Assessment, node: GraphNode): readonly Cell[] {
  const steps = [
    ...(isFine(state(node.id)) ? [] : [c5c3('why', objectAddress(node))]),
    c5c3('tree', objectAddress(node)),
    ...(node.object ? [describe(node), getYaml(node)] : []),
  ]
  return [...new Set(steps.map(({ command }) => formatCommand(command)))].map((command) => ({ text: `  ${command}` }))
}

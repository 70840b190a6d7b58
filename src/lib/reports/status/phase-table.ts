// SPDX-License-Identifier: Apache-2.0
import { isFine } from '../../model/graph/health.ts'
import type { Block, Cell } from '../../model/report/view.ts'
import { type NodeReport, objectPlace } from '../shared/object-row.ts'
import { SYMBOLS, stateCell, stateWord } from '../shared/state-cell.ts'
import { tableOf } from '../shared/table.ts'
import { memberText, objectText, problemSentence } from './cause-text.ts'
import { PHASE_NAMES, phaseList } from './phase-names.ts'
import type { PhaseReport, StatusRow } from './report.ts'

/** The unhealthy phases with what is not ready; phases with the same problem share a row. */
export function phaseTable({ phases, blocker }: Pick<StatusRow, 'phases' | 'blocker'>): readonly Block[] {
  const unhealthy = phases
    .filter((phase) => !isFinePhase(phase))
    .map((phase) => ({ phase, notReady: notReadyText(phase, blocker) }))
  const rows = [...Map.groupBy(unhealthy, ({ phase, notReady }) => `${phase.status} ${notReady}`).values()]
  if (rows.length === 0) return []
  return [
    tableOf(rows, [
      { title: 'PHASE', cell: (group) => phaseList(group.map(({ phase }) => phase.id)) },
      { title: 'STATE', cell: ([first]) => stateCell(first?.phase.status ?? 'unknown') },
      { title: 'NOT READY', flexible: true, cell: ([first]) => first?.notReady ?? '' },
    ]),
  ]
}

/** The healthy phases on one line, and those that were not requested. */
export function foldedPhases(phases: readonly PhaseReport[]): readonly Cell[] {
  const fine = phases.filter(isFinePhase)
  if (fine.length === 0) return []
  const texts = [...Map.groupBy(fine, ({ status }) => status)].map(([status, list]) => {
    if (list.length === phases.length && status === 'healthy') return `✔ all ${list.length} healthy`
    const names = list.map(({ id }) => PHASE_NAMES[id]).join(', ')
    return `${SYMBOLS[status]} ${status === 'healthy' ? '' : `${stateWord(status)}: `}${names}`
  })
  return [{ text: `PHASES    ${texts.join('  ')}` }]
}

const isFinePhase = ({ status }: PhaseReport) => status !== 'blocked' && isFine(status)

function notReadyText({ status, members, blockedBy, copied }: PhaseReport, blocker: NodeReport | undefined): string {
  if (copied) return 'done when Crossplane last observed its ControlPlane'
  const unread = unreadText(members.filter(({ source }) => source === 'unseen'))
  if (status === 'unknown' && unread !== '') return unread
  if (status === 'blocked') {
    const names = namesText(members.filter(({ source }) => source !== 'unseen'))
    return names || (blockedBy === 'P' ? 'by provisioning' : `by phase ${blockedBy}`)
  }
  // what another object blocks says less than what is unhealthy itself, and the first line is about the claim
  const itself = members.filter(
    (node) => isSame(node, blocker) || (node.status !== 'blocked' && node.kind !== 'OpenStackCluster'),
  )
  return [...readTexts(itself.length > 0 ? itself : members, blocker), unread].filter(Boolean).join('; ')
}

const isSame = (node: NodeReport, other: NodeReport | undefined) =>
  other !== undefined && objectPlace(node) === objectPlace(other)

/** Objects with the same message share it; the root cause comes first. */
function readTexts(members: readonly NodeReport[], blocker: NodeReport | undefined): readonly string[] {
  const read = members.filter(({ source }) => source !== 'unseen')
  const ordered = [...read.filter((node) => isSame(node, blocker)), ...read.filter((node) => !isSame(node, blocker))]
  const groups = [...Map.groupBy(ordered, (node) => problemSentence(node))]
  const texts = groups.slice(0, MAX_GROUPS).map(([problem, nodes]) => `${namesText(nodes)}: ${problem}`)
  const more = groups.slice(MAX_GROUPS).reduce((sum, [, nodes]) => sum + nodes.length, 0)
  return more > 0 ? [...texts, `${more} more`] : texts
}

/** More would not fit beside the state of the phase. */
const MAX_GROUPS = 2

function namesText(nodes: readonly NodeReport[]): string {
  const names = nodes.slice(0, MAX_NAMES).map(objectText)
  return names.length < nodes.length ? `${names.join(', ')} and ${nodes.length - names.length} more` : names.join(', ')
}

const MAX_NAMES = 3

function unreadText(members: readonly NodeReport[]): string {
  const clusters = [...new Set(members.map(({ cluster }) => cluster))]
  if (clusters.length === 0) return ''
  const names = clusters.slice(0, MAX_NAMES).map(memberText).join(', ')
  const more = clusters.length > MAX_NAMES ? ` and ${clusters.length - MAX_NAMES} more` : ''
  return `${names}${more} could not be read`
}

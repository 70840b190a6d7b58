// SPDX-License-Identifier: Apache-2.0
import type { Block, Cell, View } from '../../model/report/view.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { type FindingGroup, groupFindings } from '../shared/group-findings.ts'
import type { NodeReport } from '../shared/object-row.ts'
import { SYMBOLS, stateWord, TONES } from '../shared/state-cell.ts'
import type { CauseReport } from './cause-report.ts'
import type { WhyFleetReport } from './fleet-report.ts'
import { causeSentence } from './headline.ts'
import { openStackClusterNames } from './openstack-clusters.ts'
import { sectionsOf } from './sections.ts'
import { alsoFoundBlocks, causeSymbol, causeTone, footer, sectionLines, type WhyViewOptions } from './view.ts'

/** How much of the fleet is affected, then each root cause, worst first. */
export function whyFleetView(report: WhyFleetReport, options: WhyViewOptions = {}): View {
  const groups = groupFindings(report.causes)
  return {
    blocks: [
      { type: 'lines', lines: [fleetHeadline(report)] },
      ...groups.flatMap((group, i) => groupBlocks(group, i, groups.length, options)),
      ...alsoFoundBlocks(groupFindings(report.beside), 'Also found (nothing fails because of it)', options),
      footer(report),
    ],
    notes: gapNotes(report.unseen),
  }
}

/** For example "✖ 1 of 5 OpenStack clusters has failed: customer-a-prod. 1 root cause." */
export function fleetHeadline({ subjects, openStackClusters, causes, verdict, completeness }: WhyFleetReport): Cell {
  const count = groupFindings(causes).length
  const tenants = subjects.filter(isOpenStackCluster)
  const symbol = SYMBOLS[verdict]
  const tone = TONES[verdict]
  if (count === 0 && subjects.length === 0)
    return completeness.complete && verdict === 'healthy'
      ? { text: `${symbol} Nothing is unhealthy: ${countText(openStackClusters, 'OpenStack cluster')}.`, tone }
      : { text: `${symbol} Cannot tell: not everything could be read. No problem in what was read.`, tone }
  const unreachable = causes.every((cause) => cause.unreachable)
  const total = countText(openStackClusters, 'OpenStack cluster')
  const names = openStackClusterNames(tenants.map(({ namespace, name }) => `${namespace}/${name}`))
  const others = subjects.map(({ name }) => name).join(', ')
  const affected =
    tenants.length === 0
      ? `None of ${total} is affected${others === '' ? '' : `; unhealthy: ${others}`}.`
      : `${tenants.length} of ${total} ${stateText(tenants)}: ${names}.`
  return {
    text: `${symbol} ${affected} ${unreachable ? unreachableText(causes) : `${countText(count, 'root cause')}.`}`,
    tone,
  }
}

const isOpenStackCluster = ({ kind }: NodeReport) => kind === 'OpenStackCluster' || kind === 'ControlPlane'

/** The state that all have, or unhealthy. */
function stateText(tenants: readonly NodeReport[]): string {
  const states = new Set(tenants.map(({ status }) => stateWord(status)))
  const [state = ''] = states
  const isOne = tenants.length === 1
  if (states.size === 1 && state === 'failed') return isOne ? 'has failed' : 'have failed'
  return `${isOne ? 'is' : 'are'} ${states.size === 1 ? state : 'unhealthy'}`
}

const unreachableText = (causes: readonly CauseReport[]) =>
  causes.length === 0
    ? 'Nothing that was read says why.'
    : `Cannot tell: ${causes.map(({ unreachable }) => unreachable?.cluster).join(', ')} ${causes.length === 1 ? 'is' : 'are'} not readable.`

const countText = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`

function groupBlocks(
  group: FindingGroup<CauseReport>,
  i: number,
  count: number,
  options: WhyViewOptions,
): readonly Block[] {
  const [first] = group
  const place = count > 1 ? ` ${i + 1} of ${count}` : ''
  return [
    {
      type: 'lines',
      lines: [{ text: `${causeSymbol(first)} Root cause${place}: ${causeSentence(group)}`, tone: causeTone(first) }],
    },
    sectionLines(sectionsOf(group, { isWide: options.isWide ?? false, label: 'CAUSE' }), options),
  ]
}

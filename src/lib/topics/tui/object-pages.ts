// SPDX-License-Identifier: Apache-2.0

import { describe, getYaml } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import type { View } from '../../model/report/view.ts'
import { formatCommand } from '../../model/text/command.ts'
import { clockSkews } from '../../pipeline/clock-skew.ts'
import type { Aspect, ScreenPage, ViewName } from '../../render/tui/screen.ts'
import { eventsReport } from '../../reports/events/report.ts'
import { eventsForms } from '../../reports/events/view.ts'
import { dependenciesOf } from '../../reports/shared/dependencies.ts'
import { findSubject } from '../../reports/shared/find-subject.ts'
import { nameOf, objectAddress } from '../../reports/shared/object-row.ts'
import { detailsView } from '../../reports/tui/details-view.ts'
import { whyReport } from '../../reports/why/report.ts'
import { whyView } from '../../reports/why/view.ts'
import type { Reader } from './command-observations.ts'
import type { Making } from './pages.ts'
import { yamlView } from './yaml-view.ts'

export function objectPage(about: string, show: Aspect, making: Making): ScreenPage {
  const node = nodeOf(about, making)
  return { ...PAGES[show](node, making), form: 'text', enter: 'details' }
}

/** Details of an object as the command of the view sees it; empty for rows without an object (unclaimed pools). */
export function detailsOf(about: string, view: ViewName | undefined, making: Making): View {
  const { sight } = making
  // The tree is assessed without the inputs of checks.
  const reader = view === 'tree' ? 'tree' : 'check'
  try {
    // other commands have not waited for the checks
    const causes = view === 'problems' ? sight.of('check').causes : []
    return detailsView(sight.of(reader).assessment, nodeOf(about, making, reader), causes)
  } catch (error) {
    if (!(error instanceof C5c3Error)) throw error
    if (error.code === 'NOT_FOUND') return { blocks: [] }
    return { blocks: [{ type: 'lines', lines: [{ text: error.message, tone: 'busy' }] }] }
  }
}

/** The node of an address; findSubject throws the right error when there is none. */
function nodeOf(about: string, { sight }: Making, reader: Reader = 'check'): GraphNode {
  const { snapshot, assessment, kinds } = sight.of(reader)
  return sight.node(about, reader) ?? findSubject(about, assessment.graph, kinds, snapshot)
}

interface PageContent {
  readonly title: string
  readonly view: View
  readonly command: string
}

const PAGES: Readonly<Record<Aspect, (node: GraphNode, making: Making) => PageContent>> = {
  details: (node, { sight, command }) => ({
    title: 'Details',
    view: detailsView(sight.of('check').assessment, node, sight.of('check').causes),
    command: node.object ? formatCommand(describe(node).command) : command('why', objectAddress(node)),
  }),
  why: (subject, { sight, command }) => {
    const { snapshot, assessment } = sight.of('check')
    const { causes } = sight.of('check')
    const report = whyReport({ snapshot, assessment, causes, subject, allowIncomplete: false })
    return { title: 'Why', view: whyView(report), command: command('why', objectAddress(subject)) }
  },
  yaml: (node, { command }) => ({
    title: `YAML of ${nameOf(node)} @${node.cluster.label}`,
    view: yamlView(node),
    command: node.object ? formatCommand(getYaml(node).command) : command('why', objectAddress(node)),
  }),
  events: (node, { sight, fleet, command }) => {
    const { snapshot, assessment, scope } = sight.of('check')
    const events = sight.whole.snapshot.events ?? []
    const about = { assessment, subjects: [node], reached: dependenciesOf(assessment.graph, node), behind: [] }
    const report = eventsReport({
      snapshot,
      events,
      skews: clockSkews(fleet),
      types: [],
      scope,
      allowIncomplete: false,
      about,
    })
    return {
      title: 'Events of it and all it stands on',
      view: eventsForms.view(report),
      command: command('events', objectAddress(node)),
    }
  },
}

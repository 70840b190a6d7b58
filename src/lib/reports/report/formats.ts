// SPDX-License-Identifier: Apache-2.0

import type { Cause } from '../../assess/causes.ts'
import type { Check } from '../../model/check/check.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { PageSection } from '../../model/report/page.ts'
import type { Presentation } from '../../model/report/presentation.ts'
import type { View } from '../../model/report/view.ts'
import { c5c3Command, formatCommand } from '../../model/text/command.ts'
import { changesForms } from '../changes/view.ts'
import { checkForms } from '../check/formats.ts'
import { eventsForms } from '../events/view.ts'
import { pageGraph } from '../html/graph.ts'
import { pageOfParts } from '../html/page.ts'
import { landscapeRoots } from '../html/roots.ts'
import { pageMoments } from '../html/timeline.ts'
import { hypervisorsForms } from '../hypervisors/view.ts'
import { poolsView } from '../pools/view.ts'
import { stateCell } from '../shared/state-cell.ts'
import { statusView } from '../status/view.ts'
import type { LandscapeReport } from './report.ts'

/** The fleet report as a page, or as text with a heading per section. */
export function landscapeForms(
  assessment: Assessment,
  checks: readonly Check[],
  causes: readonly Cause[],
): Presentation<LandscapeReport> {
  const parts = (report: LandscapeReport) => partsOf(report, checks, assessment.now)
  return {
    view: (report) => joined([...parts(report), ...timelineSections(report)]),
    page: async (report) => {
      const graph = pageGraph(assessment, { roots: landscapeRoots(assessment.graph), all: true, causes })
      const moments = pageMoments(report.events.events, report.changes.changes, graph).slice(-MAX_MOMENTS)
      const about = { title: 'Landscape', words: ['report'], takenAt: assessment.now }
      return pageOfParts(report, about, parts(report), { graph, timeline: moments })
    },
  }
}

/** Older entries are rarely useful and make the page slow. */
const MAX_MOMENTS = 2000

function partsOf({ status, check, pools, hypervisors }: LandscapeReport, checks: readonly Check[], now: number) {
  const part = (
    title: string,
    { verdict }: { verdict: LandscapeReport['verdict'] },
    args: readonly string[],
    view: View,
  ) => ({
    title,
    verdict: stateCell(verdict),
    command: formatCommand(c5c3Command(...args)),
    view: withoutNotes(view),
  })
  return [
    // all sections share the same gaps: only the first shows them
    { ...part('Status', status, ['status'], statusView(status)), view: statusView(status) },
    part('Findings', check, ['check'], checkForms(checks, now).view(check)),
    part('Pools', pools, ['pools'], poolsView(pools)),
    part('Hypervisors', hypervisors, ['hypervisors', '-o', 'wide'], hypervisorsForms(true).view(hypervisors)),
  ]
}

/** Text sections for what the page shows as its timeline. */
const timelineSections = ({ events, changes }: LandscapeReport): readonly PageSection[] => [
  { title: 'Events', view: withoutNotes(eventsForms.view(events)) },
  { title: 'Changes', view: withoutNotes(changesForms.view(changes)) },
]

const withoutNotes = ({ blocks }: View): View => ({ blocks })

function joined(sections: readonly PageSection[]): View {
  return {
    blocks: sections.flatMap(({ title, view }) => [
      { type: 'lines' as const, lines: [{ text: title.toUpperCase() }] },
      ...view.blocks,
    ]),
    notes: sections.flatMap(({ view }) => view.notes ?? []),
  }
}

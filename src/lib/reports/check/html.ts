// SPDX-License-Identifier: Apache-2.0
import type { Cause } from '../../assess/causes.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import type { HtmlPage } from '../../model/report/page.ts'
import type { View } from '../../model/report/view.ts'
import { eventsReport } from '../events/report.ts'
import { pageGraph } from '../html/graph.ts'
import { pageOfParts } from '../html/page.ts'
import { findingRoots } from '../html/roots.ts'
import { pageMoments } from '../html/timeline.ts'
import type { ChecksReport } from './list.ts'
import type { CheckReport } from './report.ts'

/** The graph links findings to their objects; the timeline shows Warning events. */
export function checkPage(
  report: CheckReport,
  view: View,
  { snapshot, assessment }: { readonly snapshot: Snapshot; readonly assessment: Assessment },
  causes: readonly Cause[],
): HtmlPage {
  const graph = pageGraph(assessment, { roots: findingRoots(assessment.graph, causes), causes })
  const { events } = eventsReport({
    snapshot,
    events: snapshot.events ?? [],
    skews: new Map(),
    types: [],
    scope: {},
    allowIncomplete: true,
  })
  const about = { title: 'Check', words: ['check'], takenAt: snapshot.takenAt }
  return pageOfParts(report, about, [{ title: 'Findings', view }], { graph, timeline: pageMoments(events, [], graph) })
}

export const checksPage = (report: ChecksReport, view: View, now: number): HtmlPage =>
  pageOfParts(report, { title: 'Checks', words: ['check', '--list'], takenAt: now }, [{ title: 'Checks', view }])

// SPDX-License-Identifier: Apache-2.0

import type { Assessment } from '../../model/graph/assessment.ts'
import type { HtmlPage, PageGraph, PageMoment, PageSection } from '../../model/report/page.ts'
import type { Report } from '../../model/report/report.ts'
import type { View } from '../../model/report/view.ts'
import { c5c3Command, formatCommand } from '../../model/text/command.ts'
import { completenessText } from '../shared/completeness.ts'
import { stateCell } from '../shared/state-cell.ts'
import { type PageGraphInput, pageGraph } from './graph.ts'

export interface PageAbout {
  readonly title: string
  /** Arguments after kubectl c5c3 that print the same as text. */
  readonly words: readonly string[]
  readonly takenAt: number
}

export function pageOf(
  report: Report,
  view: View,
  about: PageAbout,
  graph: PageGraphInput & { readonly assessment: Assessment },
): HtmlPage {
  return pageOfParts(report, about, [{ title: about.title, view }], { graph: pageGraph(graph.assessment, graph) })
}

export function pageOfParts(
  { verdict, exitCode, completeness, scope }: Report,
  { title, words, takenAt }: PageAbout,
  sections: readonly PageSection[],
  more: { readonly graph?: PageGraph; readonly timeline?: readonly PageMoment[] } = {},
): HtmlPage {
  return {
    title,
    verdict: stateCell(verdict),
    takenAt: new Date(takenAt).toISOString().replace('.000Z', 'Z'),
    line: `${completenessText(completeness, 'read in full', scope)} · exit ${exitCode}`,
    command: formatCommand(c5c3Command(...words)),
    sections,
    ...more,
  }
}

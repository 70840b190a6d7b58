// SPDX-License-Identifier: Apache-2.0
import type { Alerts } from './alert.ts'
import type { Diagram } from './diagram.ts'
import type { HtmlPage } from './page.ts'
import type { Report } from './report.ts'
import type { TestRun } from './test-run.ts'
import type { View } from './view.ts'

/** The list a report is about: -o jsonl and -o custom-columns print its rows one by one, --sort-by sorts them. */
export interface Rows<R extends Report> {
  readonly field: keyof R & string
  /** The rows, if they are not simply the values of the field: the nodes of a tree. */
  of?(report: R): readonly object[]
  /** All rows, including those only counted: a row that joins a group is not deleted. -w compares these. */
  watched?(): readonly object[]
}

/** All formats of a report. A command declares a format only together with the part that format needs. */
export interface Presentation<R extends Report> {
  /** table, wide and tree. */
  view(report: R): View
  /** -o name: one line each. */
  names?(report: R): readonly string[]
  /** -o jsonl, -o custom-columns and --sort-by. */
  readonly rows?: Rows<R>
  /** -o dot and -o mermaid. */
  diagram?(report: R): Diagram
  tests?(report: R): TestRun
  alerts?(report: R): Alerts
  /** -o markdown, where it is not the text of the view. */
  markdown?(report: R): string
  page?(report: R): Promise<HtmlPage>
}

/** The result of a command, in every format it supports. */
export interface Answer<R extends Report = Report> {
  readonly report: R
  readonly presentation: Presentation<R>
}

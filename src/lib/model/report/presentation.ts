// SPDX-License-Identifier: Apache-2.0
import type { Alerts } from './alert.ts'
import type { Diagram } from './diagram.ts'
import type { HtmlPage } from './page.ts'
import type { Report } from './report.ts'
import type { TestRun } from './test-run.ts'
import type { View } from './view.ts'

/** The list a report is about: what -o jsonl and -o custom-columns print one by one, and --sort-by sorts. */
export interface Rows<R extends Report> {
  /** The field of the report that holds it. */
  readonly field: keyof R & string
  /** The rows, where they are not simply the values of the field: the nodes of a tree. */
  of?(report: R): readonly object[]
  /** Every row there is, where some are only counted: one that joins a group is not gone. What -w compares. */
  watched?(): readonly object[]
}

/** Everything a report can be shown as. A command declares a format only with the part that format needs. */
export interface Presentation<R extends Report> {
  /** table, wide and tree. */
  view(report: R): View
  /** -o name: one line each. */
  names?(report: R): readonly string[]
  /** -o jsonl, -o custom-columns and --sort-by. */
  readonly rows?: Rows<R>
  /** -o dot and -o mermaid. */
  diagram?(report: R): Diagram
  /** -o junit. */
  tests?(report: R): TestRun
  /** -o sarif. */
  alerts?(report: R): Alerts
  /** -o html. */
  page?(report: R): Promise<HtmlPage>
}

/** What a command answers, in every format it has. */
export interface Answer<R extends Report = Report> {
  readonly report: R
  readonly presentation: Presentation<R>
}

// SPDX-License-Identifier: Apache-2.0
/** An answer as a CI server shows it: one case per thing that can be well. */
export interface TestRun {
  readonly name: string
  /** When the clusters were asked, RFC 3339. */
  readonly time: string
  readonly suites: readonly TestSuite[]
}

export interface TestSuite {
  readonly name: string
  readonly properties: Readonly<Record<string, string>>
  readonly cases: readonly TestCase[]
}

export interface TestCase {
  readonly name: string
  /** error: it could not be told. skipped: nobody asked for it, or it only waits for something else. */
  readonly outcome: 'passed' | 'failed' | 'error' | 'skipped'
  readonly message?: string
  readonly detail?: string
  /** What it belongs to, where that is not its suite. */
  readonly group?: string
  readonly seconds?: number
}

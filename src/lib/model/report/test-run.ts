// SPDX-License-Identifier: Apache-2.0
/** An answer for a CI server: one test case per object that can be healthy or not. */
export interface TestRun {
  readonly name: string
  /** When the clusters were read, RFC 3339. */
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
  /** error: the state is unknown. skipped: not requested, or only blocked by another object. */
  readonly outcome: 'passed' | 'failed' | 'error' | 'skipped'
  readonly message?: string
  readonly detail?: string
  readonly group?: string
  readonly seconds?: number
}

// SPDX-License-Identifier: Apache-2.0
/** unknown: the test started, but no result was reported. */
export type TempestOutcome = 'passed' | 'failed' | 'skipped' | 'unknown'

export interface TempestTest {
  /** Module, class and method, without the tags that differ between formats. */
  readonly name: string
  /** The tested service: compute, identity, scenario. */
  readonly service: string
  readonly outcome: TempestOutcome
  readonly seconds?: number
  /** The last line of its traceback, or the reason it was skipped. */
  readonly message?: string
  /** It both passed and failed in the same run. */
  readonly unsteady?: true
}

export interface TempestCounts {
  readonly total: number
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export type TempestFormat = 'console' | 'junit' | 'subunit'

export interface TempestOutput {
  readonly formats: readonly TempestFormat[]
  readonly tests: readonly TempestTest[]
  /** The totals that the run itself reported. */
  readonly stated?: TempestCounts
  readonly seconds?: number
  /** Parts of the output that could not be parsed. */
  readonly problems: readonly string[]
  readonly bytes: number
}

export function countTests(tests: readonly TempestTest[]): TempestCounts {
  const countOf = (outcome: TempestOutcome) => tests.filter((test) => test.outcome === outcome).length
  return { total: tests.length, passed: countOf('passed'), failed: countOf('failed'), skipped: countOf('skipped') }
}

/** The totals of a run: those it reported, unless the parsed tests show more. */
export function countsOf({ tests, stated }: Pick<TempestOutput, 'tests' | 'stated'>): TempestCounts | undefined {
  const counted = countTests(tests)
  if (!stated) return tests.length > 0 ? counted : undefined
  return counted.failed > stated.failed || counted.total > stated.total ? counted : stated
}

// SPDX-License-Identifier: Apache-2.0
/** unknown: it was begun, and nobody said how it ended. */
export type TempestOutcome = 'passed' | 'failed' | 'skipped' | 'unknown'

/** One test of a Tempest run. */
export interface TempestTest {
  /** Module, class and method, without the tags that differ from format to format. */
  readonly name: string
  /** What it tests: compute, identity, scenario. */
  readonly service: string
  readonly outcome: TempestOutcome
  readonly seconds?: number
  /** The last line of its traceback, or why it was skipped. */
  readonly message?: string
  /** It passed and failed in the same run. */
  readonly unsteady?: true
}

/** How many tests ended how. */
export interface TempestCounts {
  readonly total: number
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export type TempestFormat = 'console' | 'junit' | 'subunit'

/** All that could be read of what a run printed. */
export interface TempestOutput {
  readonly formats: readonly TempestFormat[]
  readonly tests: readonly TempestTest[]
  /** What the run itself says it counted. */
  readonly stated?: TempestCounts
  readonly seconds?: number
  /** What could not be read, in words. Empty when all was. */
  readonly problems: readonly string[]
  readonly bytes: number
}

/** What the tests themselves add up to. */
export function countTests(tests: readonly TempestTest[]): TempestCounts {
  const having = (outcome: TempestOutcome) => tests.filter((test) => test.outcome === outcome).length
  return { total: tests.length, passed: having('passed'), failed: having('failed'), skipped: having('skipped') }
}

/** What a run counted: by its own words, and never fewer failures than are seen. */
export function countsOf({ tests, stated }: Pick<TempestOutput, 'tests' | 'stated'>): TempestCounts | undefined {
  const seen = countTests(tests)
  if (!stated) return tests.length > 0 ? seen : undefined
  return seen.failed > stated.failed || seen.total > stated.total ? seen : stated
}

// SPDX-License-Identifier: Apache-2.0

import type { TempestFormat, TempestOutcome, TempestTest } from '../model/tempest/results.ts'
import { safeLine } from '../model/text/sanitize.ts'
import { serviceOf, shortened } from './test-name.ts'

/** The result of one test in one format. */
export interface Result {
  readonly name: string
  readonly outcome: TempestOutcome
  readonly seconds?: number | undefined
  readonly message?: string | undefined
}

/** More tests than any suite has; further ones are only counted. */
const MAX_TESTS = 200_000

const OUTCOME_RANK: Readonly<Record<TempestOutcome, number>> = { unknown: 0, skipped: 1, passed: 2, failed: 3 }

interface Kept {
  outcome: TempestOutcome
  seconds?: number | undefined
  message?: string | undefined
  unsteady: boolean
  readonly by: Map<TempestFormat, TempestOutcome>
}

/** Collects tests by name across formats; the worst outcome wins. */
export class Results {
  readonly #tests = new Map<string, Kept>()
  #refused = 0

  get size(): number {
    return this.#tests.size
  }

  /** Number of tests beyond the limit. */
  get refused(): number {
    return this.#refused
  }

  add(format: TempestFormat, { name, outcome, seconds, message }: Result): void {
    const known = this.#tests.get(name)
    if (!known) {
      if (this.#tests.size >= MAX_TESTS) this.#refused++
      else this.#tests.set(name, { outcome, seconds, message, unsteady: false, by: new Map([[format, outcome]]) })
      return
    }
    const before = known.by.get(format)
    if (before !== undefined && isFlip(before, outcome)) known.unsteady = true
    known.by.set(format, outcome)
    if (OUTCOME_RANK[outcome] > OUTCOME_RANK[known.outcome]) {
      known.outcome = outcome
      known.message = message ?? known.message
    }
    known.seconds ??= seconds
    known.message ??= message
  }

  /** Sets the message of a test, if it was added before. */
  explain(name: string, message: string): void {
    const known = this.#tests.get(name)
    if (known) known.message = message
  }

  all(): readonly TempestTest[] {
    return [...this.#tests].map(([name, { outcome, seconds, message, unsteady }]) => ({
      name: safeLine(name),
      service: safeLine(serviceOf(name), 40),
      outcome,
      ...(seconds === undefined ? {} : { seconds }),
      ...(message && outcome !== 'passed' ? { message: safeLine(shortened(message)) } : {}),
      ...(unsteady ? { unsteady: true as const } : {}),
    }))
  }
}

const isFlip = (a: TempestOutcome, b: TempestOutcome) =>
  (a === 'passed' && b === 'failed') || (a === 'failed' && b === 'passed')

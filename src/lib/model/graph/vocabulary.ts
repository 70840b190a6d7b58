// SPDX-License-Identifier: Apache-2.0
import type { State } from '../report/report.ts'

/**
 * What the controllers of a kind write into its objects, and the state that this tool owes for each. CRDs list neither
 * condition types nor reasons, so the tables are taken from the controllers' source; test/lib/kinds/vocabulary.test.ts
 * feeds every entry to the kind.
 */
export interface Vocabulary {
  /** Kind.group */
  readonly kind: string
  /** Conditions of a healthy object: each entry replaces those of the same type. */
  readonly healthy: readonly string[]
  readonly entries: readonly VocabularyEntry[]
}

/** The state, then conditions as "Type=Status/Reason message", then what else the object has. */
export type VocabularyEntry = readonly [State, readonly string[], VocabularyContext?]

export interface VocabularyContext {
  /** How long ago the conditions changed; an hour by default. */
  readonly minutes?: number
  readonly spec?: Readonly<Record<string, unknown>>
  readonly status?: Readonly<Record<string, unknown>>
  /** A note that the state comes with. */
  readonly note?: string
}

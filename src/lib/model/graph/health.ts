// SPDX-License-Identifier: Apache-2.0
import type { State } from '../report/report.ts'

/** How one object is, by its own fields alone. Healthy needs positive evidence; the reason says which. */
export interface Health {
  readonly state: State
  /** One word: a condition's reason, a phase, or ours (NotObserved, Missing, Cached, Malformed). */
  readonly reason?: string
  /** The object's own words. */
  readonly message?: string
  /** Where the evidence stands and what it says: status.conditions[Ready] = False. */
  readonly evidence?: readonly Evidence[]
  /** When this began, RFC 3339, if the object says so. */
  readonly since?: string
  /** Things to know that do not change the state: HEALTH_WARN at a tenant, an unverified schema. */
  readonly notes?: readonly string[]
  /** By its own words the trouble is in itself: nothing it stands on explains it. */
  readonly itself?: boolean
}

export interface Evidence {
  readonly path: string
  readonly value: string
}

/** Best first. off, not installed, suspended and maintenance are somebody's wish and do not count against an answer. */
export const STATES: readonly State[] = [
  'healthy',
  'off',
  'not installed',
  'suspended',
  'maintenance',
  'progressing',
  'unknown',
  'degraded',
  'failed',
]

const SEVERITY = new Map(STATES.map((state, i) => [state, i]))

export const severity = (state: State): number => SEVERITY.get(state) ?? STATES.length

export const worse = (a: State, b: State): State => (severity(b) > severity(a) ? b : a)

const NEUTRAL: ReadonlySet<State> = new Set(['healthy', 'off', 'not installed', 'suspended', 'maintenance'])

/** Nothing to do here: well, or as somebody wished. */
export const isFine = (state: State): boolean => NEUTRAL.has(state)

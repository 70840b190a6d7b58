// SPDX-License-Identifier: Apache-2.0
import type { State } from '../report/report.ts'

/** The state of one object by its own fields alone. Healthy needs positive evidence; the reason says which. */
export interface Health {
  readonly state: State
  /** A condition's reason, a phase, or one of OWN_REASONS (NotObserved, Missing, Cached, Malformed). */
  readonly reason?: string
  readonly message?: string
  /** Field paths and their values: status.conditions[Ready] = False. */
  readonly evidence?: readonly Evidence[]
  /** When this state began, RFC 3339, if the object reports it. */
  readonly since?: string
  /** Remarks that do not change the state: HEALTH_WARN on an OpenStack cluster, an unverified schema. */
  readonly notes?: readonly string[]
  /** Types of conditions that report a problem and that no rule of the kind reads. */
  readonly unjudged?: readonly string[]
  /** The object reports a problem of its own: none of its dependencies explains it. */
  readonly itself?: boolean
  /** Its controller repeats what failed: a dependency that is broken, too, may be the cause after all. */
  readonly isTransient?: boolean
  /** The id of the check that set this health: the object itself reports less. */
  readonly finding?: string
}

export interface Evidence {
  readonly path: string
  readonly value: string
}

/** Best first. off, not installed, suspended and maintenance are intended and do not count as problems. */
export const STATES: readonly State[] = [
  'healthy',
  'off',
  'not installed',
  'suspended',
  'maintenance',
  'progressing',
  'unknown',
  'degraded',
  'stalled',
  'failed',
]

export const severity = (state: State): number => SEVERITY.get(state) ?? STATES.length

export const worse = (a: State, b: State): State => (severity(b) > severity(a) ? b : a)

/** No action needed: healthy, or intentionally not running. */
export const isFine = (state: State): boolean => NEUTRAL.has(state)

/** Its controller says that it is still working on it, in time or beyond it. */
export const isInProgress = (state: State): boolean => state === 'progressing' || state === 'stalled'

const SEVERITY = new Map(STATES.map((state, i) => [state, i]))

const NEUTRAL: ReadonlySet<State> = new Set(['healthy', 'off', 'not installed', 'suspended', 'maintenance'])

// SPDX-License-Identifier: Apache-2.0
import type { Sources } from '../cluster/secrets/copied-values.ts'
import type { Fleet } from '../fleet/member.ts'
import type { Gap } from '../model/landscape/gap.ts'
import type { Plan } from '../model/plan/plan.ts'

/** A plan and what is needed to apply it. */
export interface PlanWithSources {
  readonly plan: Plan
  /** All clusters that were read, and what could not be read. */
  readonly clusters: readonly string[]
  readonly gaps: readonly Gap[]
  /** The Secrets that values are copied from. */
  readonly sources: Sources & {
    reload(): Promise<void>
  }
}

/** Plans from the current state of the clusters; the salt is for fingerprints. */
export type Planner = (fleet: Fleet, salt: string, signal: AbortSignal) => Promise<PlanWithSources>

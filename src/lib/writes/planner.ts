// SPDX-License-Identifier: Apache-2.0
import type { Sources } from '../cluster/secrets/copied-values.ts'
import type { Fleet } from '../fleet/member.ts'
import type { Gap } from '../model/landscape/gap.ts'
import type { Plan } from '../model/plan/plan.ts'

/** A plan with what it takes to carry it out. */
export interface PlanWithSources {
  readonly plan: Plan
  /** All clusters that were asked, and what could not be read. */
  readonly clusters: readonly string[]
  readonly gaps: readonly Gap[]
  /** Where its values come from. */
  readonly sources: Sources & {
    /** Reads them again. */
    reload(): Promise<void>
  }
}

/** Makes the same plan each time it is asked, of what it then finds; fingerprints are made with the salt. */
export type Planner = (fleet: Fleet, salt: string, signal: AbortSignal) => Promise<PlanWithSources>

// SPDX-License-Identifier: Apache-2.0
import { type Cause, causesOf } from '../assess/causes.ts'
import { type CheckResult, runChecks } from '../assess/check-results.ts'
import { KINDS } from '../kinds/index.ts'
import { type Check, inputsOf } from '../model/check.ts'
import { eventsOf } from '../model/events.ts'
import { type KindSpec, kindName } from '../model/kind.ts'
import type { Observation } from './observe.ts'

/** What checks made of an observation. */
export interface Inspection {
  readonly results: readonly CheckResult[]
  readonly causes: readonly Cause[]
}

/** Runs checks over what was read and folds what they found into causes. */
export function inspect({ snapshot, assessment, kinds }: Observation, checks: readonly Check[]): Inspection {
  const results = runChecks(checks, { snapshot, assessment, kinds, events: eventsOf(snapshot) })
  return { results, causes: causesOf(assessment, results) }
}

/** The kinds that checks look at. */
export function inputKinds(checks: readonly Check[]): readonly KindSpec[] {
  const names = new Set(checks.flatMap(inputsOf))
  return KINDS.filter((spec) => names.has(kindName(spec)))
}

/** Those of them that no command reads unless it says so. */
export const demandedKinds = (checks: readonly Check[]): readonly KindSpec[] =>
  inputKinds(checks).filter(({ onDemand }) => onDemand)

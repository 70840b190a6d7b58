// SPDX-License-Identifier: Apache-2.0
import { type Cause, causesOf } from '../assess/causes.ts'
import { type CheckResult, runChecks } from '../assess/check-results.ts'
import { UNEXPLAINED, unexplained } from '../assess/unexplained.ts'
import { KINDS } from '../kinds/index.ts'
import { type Check, inputsOf } from '../model/check/check.ts'
import { eventsOf } from '../model/check/warning-events.ts'
import { type KindSpec, kindName } from '../model/graph/kind.ts'
import { overviewSubjects } from '../reports/shared/find-subject.ts'
import { phaseOrder } from '../reports/shared/phase-order.ts'
import type { Observation } from './observe.ts'

/** What checks made of an observation. */
export interface Inspection {
  readonly results: readonly CheckResult[]
  readonly causes: readonly Cause[]
}

/** Runs some checks over what was read and folds what they found into causes. */
export function runSelectedChecks({ snapshot, assessment, kinds }: Observation, checks: readonly Check[]): Inspection {
  const results = runChecks(checks, { snapshot, assessment, kinds, events: eventsOf(snapshot) })
  return { results, causes: causesOf(assessment, results) }
}

/** The same with all of them, over all that can be read: what is broken beside them is found, too. */
export function runAllChecks(seen: Observation, checks: readonly Check[]): Inspection {
  const { results, causes } = runSelectedChecks(seen, checks)
  const { assessment } = seen
  const subjects = [...overviewSubjects(assessment.graph, {}), ...POOLS.flatMap((kind) => assessment.graph.of(kind))]
  const found = unexplained(assessment, causes, subjects, phaseOrder)
  // What hides behind a gap could be broken in a way nobody knows.
  const hidden = seen.snapshot.gaps
  const outcome = found.length > 0 ? 'found' : hidden.length > 0 ? 'unknown' : 'ok'
  const last: CheckResult = { check: UNEXPLAINED, outcome, found, hidden }
  const all = [...results, last]
  return { results: all, causes: found.length > 0 ? causesOf(assessment, all) : causes }
}

const POOLS = [
  'HypervisorCluster.crossplane.c5c3.io',
  'StorageCluster.crossplane.c5c3.io',
  'ControlPlaneCluster.crossplane.c5c3.io',
]

/** The kinds that checks look at. */
export function inputKinds(checks: readonly Check[]): readonly KindSpec[] {
  const names = new Set(checks.flatMap(inputsOf))
  return KINDS.filter((spec) => names.has(kindName(spec)))
}

/** Those of them that no command reads unless it says so. */
export const onDemandInputs = (checks: readonly Check[]): readonly KindSpec[] =>
  inputKinds(checks).filter(({ onDemand }) => onDemand)

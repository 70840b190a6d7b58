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

export interface Inspection {
  readonly results: readonly CheckResult[]
  readonly causes: readonly Cause[]
}

/** Runs the checks and folds their findings into causes. */
export function runSelectedChecks({ snapshot, assessment, kinds }: Observation, checks: readonly Check[]): Inspection {
  const results = runChecks(checks, { snapshot, assessment, kinds, events: eventsOf(snapshot) })
  return { results, causes: causesOf(assessment, results) }
}

/** Also reports what is broken without any check explaining it. */
export function runAllChecks(observation: Observation, checks: readonly Check[]): Inspection {
  const { results, causes } = runSelectedChecks(observation, checks)
  const { assessment } = observation
  const subjects = [...overviewSubjects(assessment.graph, {}), ...POOLS.flatMap((kind) => assessment.graph.of(kind))]
  const found = unexplained(assessment, causes, subjects, phaseOrder)
  // What a gap hides could be broken, too.
  const hidden = observation.snapshot.gaps
  const outcome = found.length > 0 ? 'found' : hidden.length > 0 ? 'unknown' : 'ok'
  const last: CheckResult = { check: UNEXPLAINED, outcome, found, hidden }
  const all = [...results, last]
  return { results: all, causes: found.length > 0 ? causesOf(assessment, all) : causes }
}

/** The kinds that the checks read. */
export function inputKinds(checks: readonly Check[]): readonly KindSpec[] {
  const names = new Set(checks.flatMap(inputsOf))
  return KINDS.filter((spec) => names.has(kindName(spec)))
}

export const onDemandInputs = (checks: readonly Check[]): readonly KindSpec[] =>
  inputKinds(checks).filter(({ onDemand }) => onDemand)

const POOLS = [
  'HypervisorCluster.crossplane.c5c3.io',
  'StorageCluster.crossplane.c5c3.io',
  'ControlPlaneCluster.crossplane.c5c3.io',
]

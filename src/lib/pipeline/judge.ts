// SPDX-License-Identifier: Apache-2.0
import { type AssessOptions, assess } from '../assess/assess.ts'
import { type Cause, causesOf } from '../assess/causes.ts'
import { type CheckResult, runChecks } from '../assess/check-results.ts'
import { findingsHealth } from '../assess/findings-health.ts'
import { UNEXPLAINED, unexplained, unexplainedGaps } from '../assess/unexplained.ts'
import { UNJUDGED, unjudgedFindings } from '../assess/unjudged-conditions.ts'
import { CHECKS } from '../checks/index.ts'
import { type Check, inputsOf } from '../model/check/check.ts'
import { eventsOf } from '../model/check/warning-events.ts'
import type { Assessment } from '../model/graph/assessment.ts'
import type { Graph } from '../model/graph/graph.ts'
import { type KindSpec, kindName } from '../model/graph/kind.ts'
import type { Snapshot } from '../model/landscape/snapshot.ts'
import { phaseOrder } from '../reports/shared/phase-order.ts'
import { subjectsToExplain } from './subjects-to-explain.ts'

/** The one assessment that every answer is made from: states with findings, and the findings folded into causes. */
export interface Judgement {
  readonly assessment: Assessment
  readonly results: readonly CheckResult[]
  readonly causes: readonly Cause[]
}

interface JudgeInput {
  readonly snapshot: Snapshot
  readonly kinds: readonly KindSpec[]
  readonly graph: Graph
  readonly checks?: readonly Check[] | undefined
  /** Only some kinds were read: what no check explains may be explained by another kind. */
  readonly isPartial?: boolean
}

/** Assesses a graph, runs every check whose kinds were read, and lets findings set the state of their subjects. */
export function judge({ snapshot, kinds, graph, checks, isPartial }: JudgeInput, options: AssessOptions): Judgement {
  const base = assess(graph, options)
  const inspected = { snapshot, assessment: base, kinds, events: eventsOf(snapshot) }
  const results = runChecks(checks ?? runnableChecks(kinds), inspected)
  const findings = findingsHealth(base, results)
  const assessment = findings.size > 0 ? assess(graph, { ...options, findings }) : base
  const causes = causesOf(assessment, results)
  if (isPartial) return { assessment, results, causes }
  const found = unexplained(assessment, causes, subjectsToExplain(graph), phaseOrder, inspected.events)
  const hidden = unexplainedGaps(snapshot, kinds)
  const reported = unjudgedFindings(assessment)
  const all = [...results, resultOf(UNEXPLAINED, found, hidden), resultOf(UNJUDGED, reported, [])]
  const isComplete = found.length === 0 && reported.length === 0
  return { assessment, results: all, causes: isComplete ? causes : causesOf(assessment, all) }
}

const resultOf = (check: Check, found: CheckResult['found'], hidden: CheckResult['hidden']): CheckResult => ({
  check,
  outcome: found.length > 0 ? 'found' : hidden.length > 0 ? 'unknown' : 'ok',
  found,
  hidden,
})

/** Events and the Pods of unhealthy workloads only add evidence: a check runs without them. */
function runnableChecks(kinds: readonly KindSpec[]): readonly Check[] {
  const read = new Set(['Event', 'Pod', 'ReplicaSet.apps', ...kinds.map(kindName)])
  return CHECKS.filter((check) => inputsOf(check).every((kind) => read.has(kind)))
}

// SPDX-License-Identifier: Apache-2.0
import type { Cause } from '../../assess/causes.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine, severity, worse } from '../../model/graph/health.ts'
import { OPERATORS, type Operator, repositoryOf } from '../../model/landscape/operators.ts'
import { type Scope, scopeReport } from '../../model/landscape/scope.ts'
import type { SeenCluster, Snapshot } from '../../model/landscape/snapshot.ts'
import { countAt, labelAt, listAt, textAt } from '../../model/object/fields.ts'
import { API_VERSION, type Report, type State } from '../../model/report/report.ts'
import { tagOf } from '../hypervisors/agents.ts'
import { completenessOf } from '../shared/completeness.ts'
import { ageOf, lastChangeOf, objectAddress } from '../shared/object-row.ts'
import { findingsFor, isCounted, type RowFinding, rowFinding, rowVerdictStates } from '../shared/row-findings.ts'
import { verdictOf } from '../shared/verdict.ts'

const WORKLOADS = ['Deployment.apps', 'StatefulSet.apps', 'DaemonSet.apps']

/** One operator in one cluster. */
export interface OperatorRow {
  readonly operator: string
  readonly cluster: string
  readonly state: State
  /** Why it is so, where its workloads do not tell. */
  readonly reason?: string
  readonly ready: number
  readonly wanted: number
  readonly versions: readonly string[]
  /** Versions that it has in other clusters and not here. */
  readonly elsewhere: readonly string[]
  /** KIND/NAMESPACE/NAME@CLUSTER */
  readonly workloads: readonly string[]
  /** Objects whose status it writes. */
  readonly objects: number
  /** The newest time in the status of one of them, RFC 3339: it was at work then, or later. */
  readonly lastWorked?: string
  readonly lastWorkedAge?: string
  readonly optional?: true
  readonly findings: readonly RowFinding[]
}

export interface OperatorsReport extends Report {
  readonly kind: 'Operators'
  /** Worst first. */
  readonly operators: readonly OperatorRow[]
  /** What was found about something else than a workload of an operator: a package of Crossplane. */
  readonly findings: readonly RowFinding[]
}

export interface OperatorsInput {
  readonly snapshot: Snapshot
  readonly assessment: Assessment
  readonly causes: readonly Cause[]
  readonly scope: Scope
  readonly allowIncomplete: boolean
}

/** Every operator of the landscape in every cluster it belongs to: whether it is there, ready, of which version, at work. */
export function operatorsReport({
  snapshot,
  assessment,
  causes,
  scope,
  allowIncomplete,
}: OperatorsInput): OperatorsReport {
  const workloads = Map.groupBy(
    WORKLOADS.flatMap((kind) => assessment.graph.of(kind)),
    ({ cluster }) => cluster.label,
  )
  const found = findingsFor(causes)
  const rows = snapshot.clusters.flatMap((cluster) => {
    const here = workloads.get(cluster.label) ?? []
    return OPERATORS.flatMap((operator) => {
      const mine = here.filter((one) => isOf(operator, one))
      const belongs = cluster.cluster.roles.some(({ role }) => operator.roles.includes(role))
      return belongs || mine.length > 0 ? [rowOf(assessment, snapshot, operator, cluster, mine, found)] : []
    })
  })
  const operators = withSkew(rows.map((row) => (workloads.has(row.cluster) ? row : asUnknown(row)))).sort(byTrouble)
  const told = new Set(operators.flatMap(({ findings }) => findings.map(keyOf)))
  const findings = causes.map(rowFinding).filter((finding) => !told.has(keyOf(finding)))
  const extra = rowVerdictStates(findings.map((finding) => ({ state: 'healthy' as const, findings: [finding] })))
  return {
    apiVersion: API_VERSION,
    kind: 'Operators',
    ...verdictOf({ snapshot, states: [...rowVerdictStates(operators.filter(isPresent)), ...extra], allowIncomplete }),
    completeness: completenessOf(
      snapshot.clusters.map(({ label }) => label),
      snapshot.gaps,
    ),
    ...scopeReport(scope),
    operators,
    findings,
  }
}

/** A cluster without a single workload runs nothing that could be compared: that is no evidence of a choice. */
function asUnknown(row: OperatorRow): OperatorRow {
  if (isPresent(row) || row.optional) return row
  return { ...row, state: 'unknown', reason: 'the cluster has no Deployment, StatefulSet or DaemonSet at all' }
}

const keyOf = ({ check, subject }: RowFinding) => `${check} ${subject}`

/** It is there, or should be. */
export const isPresent = ({ state }: Pick<OperatorRow, 'state'>): boolean => state !== 'not installed'

/** Whether a workload is the operator's, by name, label or image: installers leave alone at least one of them. */
export function isOf({ words }: Operator, { name, object }: GraphNode): boolean {
  const images = listAt(object, 'spec.template.spec.containers').map((one) => repositoryOf(textAt(one, 'image') ?? ''))
  return [name, labelAt(object, 'app.kubernetes.io/name') ?? '', ...images].some((word) => words.test(word))
}

function rowOf(
  assessment: Assessment,
  snapshot: Snapshot,
  operator: Operator,
  { label }: SeenCluster,
  workloads: readonly GraphNode[],
  found: ReturnType<typeof findingsFor>,
): OperatorRow {
  const written = operator.writes.flatMap((kind) =>
    assessment.graph.of(kind).filter(({ cluster, source }) => cluster.label === label && source === 'live'),
  )
  const lastWorked = newest(written, assessment.now)
  const age = ageOf(lastWorked, assessment.now)
  const findings = found(workloads).filter(({ follows }) => !follows)
  return {
    operator: operator.name,
    cluster: label,
    ...stateOf(assessment, snapshot, label, workloads, written, findings),
    ready: sum(workloads, 'status.readyReplicas', 'status.numberReady'),
    wanted: sum(workloads, 'spec.replicas', 'status.desiredNumberScheduled'),
    versions: [...new Set(workloads.flatMap((one) => versionOf(operator, one)))].sort(),
    elsewhere: [],
    workloads: workloads.map(objectAddress),
    objects: written.length,
    ...(lastWorked ? { lastWorked } : {}),
    ...(age ? { lastWorkedAge: age } : {}),
    ...(operator.optional ? { optional: true } : {}),
    findings,
  }
}

/** None of its workloads is no proof that it does not run: where it has objects, somebody may look after them from elsewhere. */
function stateOf(
  { own }: Assessment,
  { gaps }: Snapshot,
  label: string,
  workloads: readonly GraphNode[],
  written: readonly GraphNode[],
  findings: readonly RowFinding[],
): { readonly state: State; readonly reason?: string } {
  if (workloads.length > 0) {
    const healths = workloads.map(({ id }) => own(id)).sort((a, b) => severity(b.state) - severity(a.state))
    const worst = healths.map((health) => health.state).reduce<State>(worse, 'healthy')
    // somebody may have scaled it down, but not for what was found
    const state = findings.some(isCounted) ? worse(worst, 'degraded') : worst
    const { message, reason } = healths[0] ?? {}
    const words = message ?? reason
    return { state, ...(isFine(state) || !words ? {} : { reason: words }) }
  }
  const gap = gaps.find(({ cluster, kind }) => cluster === label && (!kind || WORKLOADS.includes(kind)))
  if (gap) return { state: 'unknown', reason: gap.message }
  if (written.length === 0) return { state: 'not installed' }
  const [first] = written
  const what = `${written.length} ${first?.kind}${written.length === 1 ? '' : 's'}`
  return {
    state: 'unknown',
    reason: `there ${written.length === 1 ? 'is' : 'are'} ${what} to look after, and no workload looks like it`,
  }
}

const sum = (workloads: readonly GraphNode[], ...paths: readonly string[]) =>
  workloads.reduce(
    (total, { object }) => total + (paths.map((path) => countAt(object, path)).find((n) => n !== undefined) ?? 0),
    0,
  )

/** The tag of the container that is the operator; of the first one where only the workload's name told. */
function versionOf({ words }: Operator, { object }: GraphNode): readonly string[] {
  const images = listAt(object, 'spec.template.spec.containers').map((one) => textAt(one, 'image') ?? '')
  const image = images.find((one) => words.test(repositoryOf(one))) ?? images[0]
  const tag = image ? tagOf(image) : undefined
  return tag ? [tag] : []
}

/** A clock that is ahead says nothing about when. */
function newest(nodes: readonly GraphNode[], now: number): string | undefined {
  const times = nodes.flatMap(({ object }) => lastChangeOf(object?.status).lastChange ?? [])
  return times.filter((time) => Date.parse(time) <= now + 60_000).sort((a, b) => Date.parse(b) - Date.parse(a))[0]
}

function withSkew(rows: readonly OperatorRow[]): OperatorRow[] {
  const all = Map.groupBy(rows, ({ operator }) => operator)
  return rows.map((row) => {
    const others = new Set((all.get(row.operator) ?? []).flatMap(({ versions }) => versions))
    const elsewhere = row.versions.length === 0 ? [] : [...others].filter((version) => !row.versions.includes(version))
    return { ...row, elsewhere: elsewhere.sort() }
  })
}

const ORDER = new Map(OPERATORS.map(({ name }, i) => [name, i]))

/** What is not well first, then by cluster and in the order people look for them; what is not there last. */
const byTrouble = (a: OperatorRow, b: OperatorRow) =>
  Number(isPresent(b)) - Number(isPresent(a)) ||
  Number(isBad(b)) - Number(isBad(a)) ||
  (isBad(a) ? severity(b.state) - severity(a.state) : 0) ||
  (ORDER.get(a.operator) ?? 0) - (ORDER.get(b.operator) ?? 0)

/** Something to look at. */
export const isBad = ({ state, findings }: Pick<OperatorRow, 'state' | 'findings'>): boolean =>
  !isFine(state) || findings.length > 0

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

export interface OperatorRow {
  readonly operator: string
  readonly cluster: string
  readonly state: State
  /** Reason that the workloads do not report. */
  readonly reason?: string
  readonly ready: number
  readonly wanted: number
  readonly versions: readonly string[]
  /** Versions of it that run in other clusters only. */
  readonly elsewhere: readonly string[]
  /** KIND/NAMESPACE/NAME@CLUSTER */
  readonly workloads: readonly string[]
  /** Objects whose status it writes. */
  readonly objects: number
  /** Newest timestamp in the status of those objects, RFC 3339; a lower bound for its last activity. */
  readonly lastWorked?: string
  readonly lastWorkedAge?: string
  readonly optional?: true
  readonly findings: readonly RowFinding[]
}

export interface OperatorsReport extends Report {
  readonly kind: 'Operators'
  /** Worst first. */
  readonly operators: readonly OperatorRow[]
  /** Findings about something other than an operator workload, for example a Crossplane package. */
  readonly findings: readonly RowFinding[]
}

export interface OperatorsInput {
  readonly snapshot: Snapshot
  readonly assessment: Assessment
  readonly causes: readonly Cause[]
  readonly scope: Scope
  readonly allowIncomplete: boolean
}

/** Every operator in every cluster of its role: presence, readiness, version and last activity. */
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
  const newClusters = clustersInCreation(snapshot)
  const findingsOf = findingsFor(causes)
  const rows = snapshot.clusters.flatMap((cluster) => {
    const here = workloads.get(cluster.label) ?? []
    return OPERATORS.flatMap((operator) => {
      const own = here.filter((one) => isOf(operator, one))
      const isExpected = cluster.cluster.roles.some(({ role }) => operator.roles.includes(role))
      return isExpected || own.length > 0 ? [rowOf(assessment, snapshot, operator, cluster, own, findingsOf)] : []
    })
  })
  const complete = rows.map((row) => (workloads.has(row.cluster) ? row : asEmpty(row, newClusters)))
  const operators = withSkew(complete).sort(compareRows)
  const reported = new Set(operators.flatMap(({ findings }) => findings.map(keyOf)))
  const findings = causes.map(rowFinding).filter((finding) => !reported.has(keyOf(finding)))
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

const WORKLOADS = ['Deployment.apps', 'StatefulSet.apps', 'DaemonSet.apps']

/** A cluster without any workload does not prove that an operator is missing on purpose. */
function asEmpty(row: OperatorRow, newClusters: ReadonlySet<string>): OperatorRow {
  if (newClusters.has(row.cluster) && !row.optional)
    return { ...row, state: 'progressing', reason: 'the cluster is new: nothing is installed in it yet' }
  if (isPresent(row) || row.optional) return row
  return { ...row, state: 'unknown', reason: 'the cluster has no Deployment, StatefulSet or DaemonSet at all' }
}

/** A new cluster gets its operators after its first machines. */
const INSTALLATION_TIME = 3600_000

/** Clusters in which everything that was read is younger than an installation takes; without gaps. */
function clustersInCreation({ clusters, resources, gaps, takenAt }: Snapshot): ReadonlySet<string> {
  const incomplete = new Set(gaps.map(({ cluster }) => cluster))
  const byCluster = Map.groupBy(resources, ({ cluster }) => cluster.uid)
  const isNew = ({ object }: Snapshot['resources'][number]) =>
    takenAt - Date.parse(object.metadata.creationTimestamp ?? '') < INSTALLATION_TIME
  return new Set(
    clusters
      .filter(({ label, cluster }) => !incomplete.has(label) && byCluster.get(cluster.uid)?.every(isNew))
      .map(({ label }) => label),
  )
}

const keyOf = ({ check, subject }: RowFinding) => `${check} ${subject}`

export const isPresent = ({ state }: Pick<OperatorRow, 'state'>): boolean => state !== 'not installed'

/** Matches by name, label or image: installers change some of them, rarely all three. */
export function isOf({ words }: Operator, { name, object }: GraphNode): boolean {
  const images = listAt(object, 'spec.template.spec.containers').map((one) => repositoryOf(textAt(one, 'image') ?? ''))
  return [name, labelAt(object, 'app.kubernetes.io/name') ?? '', ...images].some((candidate) => words.test(candidate))
}

function rowOf(
  assessment: Assessment,
  snapshot: Snapshot,
  operator: Operator,
  { label }: SeenCluster,
  workloads: readonly GraphNode[],
  findingsOf: ReturnType<typeof findingsFor>,
): OperatorRow {
  const managed = operator.writes.flatMap((kind) =>
    assessment.graph.of(kind).filter(({ cluster, source }) => cluster.label === label && source === 'live'),
  )
  const lastWorked = newest(managed, assessment.now)
  const age = ageOf(lastWorked, assessment.now)
  const findings = findingsOf(workloads).filter(({ follows }) => !follows)
  return {
    operator: operator.name,
    cluster: label,
    ...stateOf(assessment, snapshot, label, workloads, managed, findings),
    ready: sum(workloads, 'status.readyReplicas', 'status.numberReady'),
    wanted: sum(workloads, 'spec.replicas', 'status.desiredNumberScheduled'),
    versions: [...new Set(workloads.flatMap((one) => versionOf(operator, one)))].sort(),
    elsewhere: [],
    workloads: workloads.map(objectAddress),
    objects: managed.length,
    ...(lastWorked ? { lastWorked } : {}),
    ...(age ? { lastWorkedAge: age } : {}),
    ...(operator.optional ? { optional: true } : {}),
    findings,
  }
}

/** An operator without workloads may run outside the cluster if its objects exist here. */
function stateOf(
  { own }: Assessment,
  { gaps }: Snapshot,
  label: string,
  workloads: readonly GraphNode[],
  managed: readonly GraphNode[],
  findings: readonly RowFinding[],
): { readonly state: State; readonly reason?: string } {
  if (workloads.length > 0) {
    const healths = workloads.map(({ id }) => own(id)).sort((a, b) => severity(b.state) - severity(a.state))
    const worst = healths.map((health) => health.state).reduce<State>(worse, 'healthy')
    // scaling to zero may be intended, a finding is not
    const state = findings.some(isCounted) ? worse(worst, 'degraded') : worst
    const { message, reason } = healths[0] ?? {}
    const detail = message ?? reason
    return { state, ...(isFine(state) || !detail ? {} : { reason: detail }) }
  }
  const gap = gaps.find(({ cluster, kind }) => cluster === label && (!kind || WORKLOADS.includes(kind)))
  if (gap) return { state: 'unknown', reason: gap.message }
  if (managed.length === 0) return { state: 'not installed' }
  const [first] = managed
  const what = `${managed.length} ${first?.kind}${managed.length === 1 ? '' : 's'}`
  return {
    state: 'unknown',
    reason: `there ${managed.length === 1 ? 'is' : 'are'} ${what} to look after, and no workload looks like it`,
  }
}

const sum = (workloads: readonly GraphNode[], ...paths: readonly string[]) =>
  workloads.reduce(
    (total, { object }) => total + (paths.map((path) => countAt(object, path)).find((n) => n !== undefined) ?? 0),
    0,
  )

/** The tag of the container whose image matches, else of the first container. */
function versionOf({ words }: Operator, { object }: GraphNode): readonly string[] {
  const images = listAt(object, 'spec.template.spec.containers').map((one) => textAt(one, 'image') ?? '')
  const image = images.find((one) => words.test(repositoryOf(one))) ?? images[0]
  const tag = image ? tagOf(image) : undefined
  return tag ? [tag] : []
}

/** Ignores timestamps in the future, which come from clock skew. */
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

/** Unhealthy first, then in the order of OPERATORS; operators that are not installed last. */
const compareRows = (a: OperatorRow, b: OperatorRow) =>
  Number(isPresent(b)) - Number(isPresent(a)) ||
  Number(isBad(b)) - Number(isBad(a)) ||
  (isBad(a) ? severity(b.state) - severity(a.state) : 0) ||
  (ORDER.get(a.operator) ?? 0) - (ORDER.get(b.operator) ?? 0)

export const isBad = ({ state, findings }: Pick<OperatorRow, 'state' | 'findings'>): boolean =>
  !isFine(state) || findings.length > 0

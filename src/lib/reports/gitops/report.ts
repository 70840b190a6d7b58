// SPDX-License-Identifier: Apache-2.0

import type { Cause } from '../../assess/causes.ts'
import { causeFinder } from '../../assess/root-cause-path.ts'
import { APPLIERS, SOURCES } from '../../kinds/flux/failures.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { kindName } from '../../model/graph/kind.ts'
import { isChosen, isWhole, type Scope, scopeReport } from '../../model/landscape/scope.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { API_VERSION, type Report, type State } from '../../model/report/report.ts'
import { completenessOf } from '../shared/completeness.ts'
import { nothingMatches } from '../shared/no-match-error.ts'
import { type NodeReport, nodeReport, objectAddress, objectPlace } from '../shared/object-row.ts'
import { findingsFor, type RowFinding, rowVerdictStates, stateWith } from '../shared/row-findings.ts'
import { verdictOf } from '../shared/verdict.ts'
import { fluxFacts, type GitopsFacts, intoOf } from './facts.ts'
import { orderOf } from './order.ts'

/** A Flux source, Kustomization, HelmRelease or controller. */
export interface GitopsRow extends NodeReport, GitopsFacts {
  /** Position in the reconcile order; 1 has no dependencies. */
  readonly step: number
  /** KIND/NAMESPACE/NAME@CLUSTER of each dependency. */
  readonly after: readonly string[]
  /** Part of a dependency cycle. */
  readonly circular?: true
  readonly findings: readonly RowFinding[]
}

export interface GitopsReport extends Report {
  readonly kind: 'Gitops'
  /** The first unhealthy object in reconcile order. */
  readonly first?: string
  /** Problems first; both groups in reconcile order. */
  readonly objects: readonly GitopsRow[]
}

export interface GitopsInput {
  readonly snapshot: Snapshot
  readonly assessment: Assessment
  readonly causes: readonly Cause[]
  readonly scope: Scope
  readonly allowIncomplete: boolean
}

/** Every Flux object across clusters: state, dependencies, applied revision and source. */
export function gitopsReport({ snapshot, assessment, causes, scope, allowIncomplete }: GitopsInput): GitopsReport {
  const { graph } = assessment
  const nodes = [...graph.nodes.values()].filter(isShown)
  const order = orderOf(graph, nodes)
  const findingsOf = findingsFor(causes)
  const causeOf = causeFinder(assessment, (node) => order(node).step)
  const brokenControllers = brokenFluxControllers(causes)
  const isSelected = scopeFilter(nodes, order, scope, snapshot)
  const rows = [...brokenControllers, ...nodes.filter(isSelected)].map((node): GitopsRow => {
    const { step, after, circular } = order(node)
    const findings = findingsOf([node])
    const report = nodeReport(assessment, node, causeOf)
    const stopped =
      report.state === 'healthy' ? brokenControllers.find((controller) => isReconciledBy(node, controller)) : undefined
    return {
      ...report,
      ...(stopped
        ? { ...OUT_OF_DATE, waitsFor: objectAddress(stopped) }
        : { state: circular ? 'failed' : stateWith(report.state, findings) }),
      step,
      after: after.map(objectAddress),
      ...(circular ? { circular } : {}),
      ...fluxFacts(graph, node, snapshot),
      findings,
    }
  })
  const objects = rows.sort(compareRows)
  const first = objects.find(isProblem)
  return {
    apiVersion: API_VERSION,
    kind: 'Gitops',
    ...verdictOf({ snapshot, states: [...rowVerdictStates(rows), ...emptyStates(rows, snapshot)], allowIncomplete }),
    completeness: completenessOf(
      snapshot.clusters.map(({ label }) => label),
      snapshot.gaps,
    ),
    ...scopeReport(scope),
    ...(first ? { first: objectPlace(first) } : {}),
    objects,
  }
}

export const isProblem = ({ state, findings }: Pick<GitopsRow, 'state' | 'findings'>): boolean =>
  !isFine(state) || findings.length > 0

const INSTANCE = 'FluxInstance.fluxcd.controlplane.io'

const FLUX: ReadonlySet<string> = new Set([INSTANCE, ...SOURCES, ...APPLIERS])

/** Objects that exist or are referenced but missing; unreadable ones are listed as gaps. */
const isShown = (node: GraphNode) =>
  FLUX.has(kindName(node)) && (node.object !== undefined || node.source === 'missing')

/** Broken Flux controllers come first: the status of what they reconcile is stale. */
const brokenFluxControllers = (causes: readonly Cause[]): readonly GraphNode[] => [
  ...new Set(causes.filter(({ subject }) => subject.kind === 'Deployment').map(({ subject }) => subject)),
]

/** Kinds that each Flux controller reconciles. */
const RECONCILED_KINDS: Readonly<Record<string, RegExp>> = {
  'kustomize-controller': /^Kustomization$/,
  'helm-controller': /^HelmRelease$/,
  'source-controller': /Repository$|^HelmChart$|^Bucket$/,
}

/** Without its controller an object's status is stale. */
const OUT_OF_DATE = { state: 'unknown', reason: 'Stale', message: 'its controller does not run' } as const

const isReconciledBy = (node: GraphNode, { cluster, name }: GraphNode) =>
  node.cluster === cluster && RECONCILED_KINDS[name]?.test(node.kind) === true

/** Objects in scope with their dependencies; region, tenant and pool select what is applied into their clusters. */
function scopeFilter(
  nodes: readonly GraphNode[],
  order: (node: GraphNode) => { readonly after: readonly GraphNode[] },
  scope: Scope,
  snapshot: Snapshot,
): (node: GraphNode) => boolean {
  if (isWhole(scope)) return () => true
  const { region, tenant, pool } = scope
  const isLimitedToClusters = region !== undefined || tenant !== undefined || pool !== undefined
  const clusters = new Set(
    snapshot.clusters.flatMap(({ label, cluster }) =>
      cluster.roles.some(({ role, name }) => role !== 'management' && (pool === undefined || name === pool))
        ? [label]
        : [],
    ),
  )
  const matches = nodes.filter(
    (node) =>
      isChosen(node.object, scope) &&
      (!isLimitedToClusters || clusters.has(fluxTarget(node, snapshot) ?? '')) &&
      node.object,
  )
  if (matches.length === 0) {
    const kinds = [...FLUX]
    throw nothingMatches(
      { what: 'Flux object', kinds, roles: ['management', 'control-plane'], all: nodes },
      scope,
      snapshot,
    )
  }
  const all = new Set(matches)
  if (isLimitedToClusters) for (const node of all) for (const other of order(node).after) all.add(other)
  return (node) => all.has(node)
}

function fluxTarget(node: GraphNode, snapshot: Snapshot): string | undefined {
  return APPLIERS.includes(kindName(node)) ? intoOf(node, snapshot) : undefined
}

/** Without Flux, or without Flux objects, there is no problem to report. */
function emptyStates(rows: readonly GitopsRow[], { readings }: Snapshot): readonly State[] {
  if (rows.length > 0) return []
  const flux = readings.filter(({ kind }) => FLUX.has(kind))
  if (flux.some(({ outcome }) => outcome === 'failed')) return []
  return [flux.some(({ outcome }) => outcome === 'read') ? 'off' : 'not installed']
}

/** Problems first, in reconcile order. */
function compareRows(a: GitopsRow, b: GitopsRow): number {
  return (
    Number(isProblem(b)) - Number(isProblem(a)) ||
    a.step - b.step ||
    (a.cluster < b.cluster ? -1 : a.cluster > b.cluster ? 1 : 0) ||
    (objectPlace(a) < objectPlace(b) ? -1 : 1)
  )
}

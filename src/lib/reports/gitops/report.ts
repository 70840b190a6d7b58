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

const INSTANCE = 'FluxInstance.fluxcd.controlplane.io'

/** What Flux works on. */
const FLUX: ReadonlySet<string> = new Set([INSTANCE, ...SOURCES, ...APPLIERS])

/** A source, a Kustomization, a HelmRelease, or a part of Flux itself. */
export interface GitopsRow extends NodeReport, GitopsFacts {
  /** Where it stands in the order in which Flux gets to it; 1 waits for nothing. */
  readonly step: number
  /** KIND/NAMESPACE/NAME@CLUSTER of what must be ready before. */
  readonly after: readonly string[]
  /** It waits for itself over others. */
  readonly circular?: true
  readonly findings: readonly RowFinding[]
}

export interface GitopsReport extends Report {
  readonly kind: 'Gitops'
  /** The first that is not well, in the order in which Flux gets to them. */
  readonly first?: string
  /** Problems first, both parts in the order in which Flux gets to them. */
  readonly objects: readonly GitopsRow[]
}

export interface GitopsInput {
  readonly snapshot: Snapshot
  readonly assessment: Assessment
  readonly causes: readonly Cause[]
  readonly scope: Scope
  readonly allowIncomplete: boolean
}

/** Everything Flux keeps up over all clusters: how it is, what it waits for, what is applied and from where. */
export function gitopsReport({ snapshot, assessment, causes, scope, allowIncomplete }: GitopsInput): GitopsReport {
  const { graph } = assessment
  const nodes = [...graph.nodes.values()].filter(isShown)
  const place = orderOf(graph, nodes)
  const found = findingsFor(causes)
  const causeOf = causeFinder(assessment, (node) => place(node).step)
  const broken = partsOfFlux(causes)
  const chosen = chooserOf(nodes, place, scope, snapshot)
  const rows = [...broken, ...nodes.filter(chosen)].map((node): GitopsRow => {
    const { step, after, circular } = place(node)
    const findings = found([node])
    const report = nodeReport(assessment, node, causeOf)
    const worker = report.state === 'healthy' ? broken.find((controller) => isWorkedBy(node, controller)) : undefined
    return {
      ...report,
      ...(worker
        ? { ...OUT_OF_DATE, waitsFor: objectAddress(worker) }
        : { state: circular ? 'failed' : stateWith(report.state, findings) }),
      step,
      after: after.map(objectAddress),
      ...(circular ? { circular } : {}),
      ...fluxFacts(graph, node, snapshot),
      findings,
    }
  })
  const objects = rows.sort(byOrder)
  const first = objects.find(isProblem)
  return {
    apiVersion: API_VERSION,
    kind: 'Gitops',
    ...verdictOf({ snapshot, states: [...rowVerdictStates(rows), ...absence(rows, snapshot)], allowIncomplete }),
    completeness: completenessOf(
      snapshot.clusters.map(({ label }) => label),
      snapshot.gaps,
    ),
    ...scopeReport(scope),
    ...(first ? { first: objectPlace(first) } : {}),
    objects,
  }
}

/** Something to look at: it is not well, or a check found something. */
export const isProblem = ({ state, findings }: Pick<GitopsRow, 'state' | 'findings'>): boolean =>
  !isFine(state) || findings.length > 0

/** What is there, and what is named and not there; what a gap hides is told by the gap. */
const isShown = (node: GraphNode) =>
  FLUX.has(kindName(node)) && (node.object !== undefined || node.source === 'missing')

/** Controllers of Flux that do not run: nothing they say counts, so they stand first. */
const partsOfFlux = (causes: readonly Cause[]): readonly GraphNode[] => [
  ...new Set(causes.filter(({ subject }) => subject.kind === 'Deployment').map(({ subject }) => subject)),
]

/** What each controller works on. */
const WORK: Readonly<Record<string, RegExp>> = {
  'kustomize-controller': /^Kustomization$/,
  'helm-controller': /^HelmRelease$/,
  'source-controller': /Repository$|^HelmChart$|^Bucket$/,
}

/** Nobody has looked since its controller went down: what it says of itself is as old as that. */
const OUT_OF_DATE = { state: 'unknown', reason: 'Stale', message: 'its controller does not run' } as const

const isWorkedBy = (node: GraphNode, { cluster, name }: GraphNode) =>
  node.cluster === cluster && WORK[name]?.test(node.kind) === true

/** Those in scope, with all they wait for: a region, tenant or pool is what Flux applies into its clusters. */
function chooserOf(
  nodes: readonly GraphNode[],
  place: (node: GraphNode) => { readonly after: readonly GraphNode[] },
  scope: Scope,
  snapshot: Snapshot,
): (node: GraphNode) => boolean {
  if (isWhole(scope)) return () => true
  const { region, tenant, pool } = scope
  const isPlaced = region !== undefined || tenant !== undefined || pool !== undefined
  const clusters = new Set(
    snapshot.clusters.flatMap(({ label, cluster }) =>
      cluster.roles.some(({ role, name }) => role !== 'management' && (pool === undefined || name === pool))
        ? [label]
        : [],
    ),
  )
  const wanted = nodes.filter(
    (node) =>
      isChosen(node.object, scope) && (!isPlaced || clusters.has(fluxTarget(node, snapshot) ?? '')) && node.object,
  )
  if (wanted.length === 0) {
    const kinds = [...FLUX]
    throw nothingMatches(
      { what: 'Flux object', kinds, roles: ['management', 'control-plane'], all: nodes },
      scope,
      snapshot,
    )
  }
  const all = new Set(wanted)
  if (isPlaced) for (const node of all) for (const other of place(node).after) all.add(other)
  return (node) => all.has(node)
}

function fluxTarget(node: GraphNode, snapshot: Snapshot): string | undefined {
  return APPLIERS.includes(kindName(node)) ? intoOf(node, snapshot) : undefined
}

/** Where there is no Flux, or nothing for it to do, that is somebody's wish and no evidence of trouble. */
function absence(rows: readonly GitopsRow[], { readings }: Snapshot): readonly State[] {
  if (rows.length > 0) return []
  const flux = readings.filter(({ kind }) => FLUX.has(kind))
  if (flux.some(({ outcome }) => outcome === 'failed')) return []
  return [flux.some(({ outcome }) => outcome === 'read') ? 'off' : 'not installed']
}

/** Problems first, and in the order in which Flux gets to them; those that only wait stand behind. */
function byOrder(a: GitopsRow, b: GitopsRow): number {
  return (
    Number(isProblem(b)) - Number(isProblem(a)) ||
    a.step - b.step ||
    (a.cluster < b.cluster ? -1 : a.cluster > b.cluster ? 1 : 0) ||
    (objectPlace(a) < objectPlace(b) ? -1 : 1)
  )
}

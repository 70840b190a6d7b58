// SPDX-License-Identifier: Apache-2.0

import { APPLIERS } from '../../kinds/flux/failures.ts'
import { c5c3, type PrintedStep, printStep } from '../../model/check/next-step.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { Graph, GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { kindName } from '../../model/graph/kind.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { labelAt, textAt } from '../../model/object/fields.ts'
import { API_VERSION, type Report, type State } from '../../model/report/report.ts'
import { completenessOf } from '../shared/completeness.ts'
import { type NodeReport, nodeReport, objectAddress, objectPlace } from '../shared/object-row.ts'
import { verdictOf } from '../shared/verdict.ts'
import { fluxFacts, type GitopsFacts, intoOf } from './facts.ts'

/** One step from an object towards its origin in Git. */
export interface OwnerStep extends NodeReport, GitopsFacts {
  /** The field or label that proves the step. */
  readonly by: string
}

/** An object that may be known only from a Flux inventory. */
export interface OwnedSubject {
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly cluster: string
}

export interface GitopsOwnerReport extends Report {
  readonly kind: 'GitopsOwner'
  readonly subject: OwnedSubject
  /** A Flux object applied it. */
  readonly owned: boolean
  /** The repository of the nearest Kustomization or HelmRelease, where it is changed. */
  readonly repository?: { readonly url?: string; readonly path?: string; readonly revision?: string }
  /** From its creator up to the Kustomization that no other applies. */
  readonly chain: readonly OwnerStep[]
  readonly next: readonly PrintedStep[]
}

export interface OwnerInput {
  readonly snapshot: Snapshot
  readonly assessment: Assessment
  readonly subject: OwnedSubject
  /** The object itself, or the Flux object that applied it. */
  readonly start: GraphNode | { readonly appliedBy: GraphNode }
  readonly allowIncomplete: boolean
}

/** Follows owners, Crossplane Objects and Flux inventories up to a folder of a repository. */
export function ownerReport({ snapshot, assessment, subject, start, allowIncomplete }: OwnerInput): GitopsOwnerReport {
  const { graph } = assessment
  const steps =
    'appliedBy' in start ? pathFromApplier(graph, snapshot, start.appliedBy) : pathUp(graph, snapshot, start)
  const chain = steps.map(
    ({ node, by }): OwnerStep => ({ ...nodeReport(assessment, node), ...fluxFacts(graph, node, snapshot), by }),
  )
  const applier = steps.find(({ node }) => isApplier(node))?.node
  const nearest = chain.find((_, i) => steps[i]?.node === applier)
  // only suspension matters here: a suspended owner does not apply changes
  const states: readonly State[] = [applier ? (chain.some((step) => step.suspended) ? 'suspended' : 'healthy') : 'off']
  return {
    apiVersion: API_VERSION,
    kind: 'GitopsOwner',
    ...verdictOf({ snapshot: applier ? { ...snapshot, gaps: [] } : snapshot, states, allowIncomplete }),
    completeness: completenessOf(
      snapshot.clusters.map(({ label }) => label),
      snapshot.gaps,
    ),
    subject,
    owned: applier !== undefined,
    ...(applier ? { repository: repositoryOf(graph, applier, nearest) } : {}),
    chain,
    next: nextOf(chain),
  }
}

interface Step {
  readonly node: GraphNode
  readonly by: string
}

const isApplier = (node: GraphNode) => APPLIERS.includes(kindName(node))

/** The shortest path to a Flux applier, continued to what applied that one; empty if there is none. */
function pathUp(graph: Graph, snapshot: Snapshot, start: GraphNode): readonly Step[] {
  const visited = new Map<GraphNode, Step & { readonly from?: GraphNode }>([[start, { node: start, by: '' }]])
  for (const node of visited.keys()) {
    if (node !== start && isApplier(node)) return [...pathTo(visited, node), ...pathUp(graph, snapshot, node)]
    for (const { node: parent, by } of parentsOf(graph, snapshot, node))
      if (!visited.has(parent)) visited.set(parent, { node: parent, by, from: node })
  }
  return []
}

function pathTo(
  visited: ReadonlyMap<GraphNode, Step & { readonly from?: GraphNode }>,
  end: GraphNode,
): readonly Step[] {
  const steps: Step[] = []
  for (let step = visited.get(end); step?.from; step = visited.get(step.from))
    steps.unshift({ node: step.node, by: step.by })
  return steps
}

function pathFromApplier(graph: Graph, snapshot: Snapshot, applier: GraphNode): readonly Step[] {
  return [{ node: applier, by: 'its inventory' }, ...without(pathUp(graph, snapshot, applier), applier)]
}

const without = (steps: readonly Step[], excluded: GraphNode) => steps.filter(({ node }) => node !== excluded)

/** Creators of an object, by owner links and by the labels Flux sets. */
function parentsOf(graph: Graph, snapshot: Snapshot, node: GraphNode): readonly Step[] {
  const linked = graph.into(node.id).flatMap(({ rel, from, path }): Step[] => {
    const parent = graph.nodes.get(from)
    if (!parent?.object || (rel !== 'owns' && rel !== 'creates')) return []
    return [{ node: parent, by: path.startsWith('status.inventory') ? 'its inventory' : path }]
  })
  return [...linked.filter((step) => isApplier(step.node)), ...labelledParents(graph, snapshot, node), ...linked]
}

function labelledParents(graph: Graph, snapshot: Snapshot, node: GraphNode): readonly Step[] {
  return APPLIERS.flatMap((kind) => {
    const group = kind.slice(kind.indexOf('.') + 1)
    const [name, namespace] = [labelAt(node.object, `${group}/name`), labelAt(node.object, `${group}/namespace`)]
    if (name === undefined) return []
    return graph
      .of(kind)
      .filter(
        (one) =>
          one !== node &&
          one.name === name &&
          one.namespace === namespace &&
          intoOf(one, snapshot) === node.cluster.label,
      )
      .map((one) => ({ node: one, by: `metadata.labels[${group}/name]` }))
  })
}

function repositoryOf(
  graph: Graph,
  applier: GraphNode,
  step: OwnerStep | undefined,
): NonNullable<GitopsOwnerReport['repository']> {
  const source = graph
    .out(applier.id)
    .flatMap(({ to }) => graph.nodes.get(to) ?? [])
    .find((node) => objectAddress(node) === step?.from)
  const url = textAt(source?.object, 'spec.url')
  return {
    ...(url ? { url } : {}),
    ...(step?.path ? { path: step.path } : {}),
    ...(step?.revision ? { revision: step.revision } : {}),
  }
}

/** Changes in Git do not arrive through an unhealthy or suspended owner. */
function nextOf(chain: readonly OwnerStep[]): readonly PrintedStep[] {
  const unhealthy = chain.find(({ state, suspended }) => !isFine(state) || suspended)
  if (!unhealthy) return []
  const address = objectPlace(unhealthy)
  return [
    printStep({
      ...c5c3('why', address),
      why: unhealthy.suspended ? 'it is suspended: what changes in Git does not arrive' : 'it is not well',
    }),
  ]
}

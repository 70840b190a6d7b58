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

/** One step from an object to what put it there. */
export interface OwnerStep extends NodeReport, GitopsFacts {
  /** How the step before is known to come from this one. */
  readonly by: string
}

/** What an object is called where it is only known from what Flux applied. */
export interface OwnedSubject {
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly cluster: string
}

export interface GitopsOwnerReport extends Report {
  readonly kind: 'GitopsOwner'
  readonly subject: OwnedSubject
  /** Something that Flux applies put it there. */
  readonly owned: boolean
  /** Where it is changed: the place in the repository of the nearest Kustomization or HelmRelease. */
  readonly repository?: { readonly url?: string; readonly path?: string; readonly revision?: string }
  /** From what made it up to the Kustomization that nobody applies. */
  readonly chain: readonly OwnerStep[]
  readonly next: readonly PrintedStep[]
}

export interface OwnerInput {
  readonly snapshot: Snapshot
  readonly assessment: Assessment
  readonly subject: OwnedSubject
  /** The object itself, or what is known to have applied it. */
  readonly start: GraphNode | { readonly appliedBy: GraphNode }
  readonly allowIncomplete: boolean
}

/** Who put an object there: over its owners and what Crossplane wrote, up to a folder of a repository. */
export function ownerReport({ snapshot, assessment, subject, start, allowIncomplete }: OwnerInput): GitopsOwnerReport {
  const { graph } = assessment
  const way = 'appliedBy' in start ? wayFromApplier(graph, snapshot, start.appliedBy) : wayUp(graph, snapshot, start)
  const chain = way.map(
    ({ node, by }): OwnerStep => ({ ...nodeReport(assessment, node), ...fluxFacts(graph, node, snapshot), by }),
  )
  const applier = way.find(({ node }) => isApplier(node))?.node
  const nearest = chain.find((_, i) => way[i]?.node === applier)
  // how its owners are is another question; whether somebody told one to stop is part of this one
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

/** The shortest way to something Flux applies, and from there on what applied that. Nothing where there is no such way. */
function wayUp(graph: Graph, snapshot: Snapshot, start: GraphNode): readonly Step[] {
  const came = new Map<GraphNode, Step & { readonly from?: GraphNode }>([[start, { node: start, by: '' }]])
  for (const node of came.keys()) {
    if (node !== start && isApplier(node)) return [...back(came, node), ...wayUp(graph, snapshot, node)]
    for (const { node: parent, by } of parentsOf(graph, snapshot, node))
      if (!came.has(parent)) came.set(parent, { node: parent, by, from: node })
  }
  return []
}

function back(came: ReadonlyMap<GraphNode, Step & { readonly from?: GraphNode }>, end: GraphNode): readonly Step[] {
  const steps: Step[] = []
  for (let at = came.get(end); at?.from; at = came.get(at.from)) steps.unshift({ node: at.node, by: at.by })
  return steps
}

function wayFromApplier(graph: Graph, snapshot: Snapshot, applier: GraphNode): readonly Step[] {
  return [{ node: applier, by: 'its inventory' }, ...unique(wayUp(graph, snapshot, applier), applier)]
}

const unique = (steps: readonly Step[], not: GraphNode) => steps.filter(({ node }) => node !== not)

/** Who made an object: those whose links say so, and those whose name Flux wrote on it. */
function parentsOf(graph: Graph, snapshot: Snapshot, node: GraphNode): readonly Step[] {
  const linked = graph.into(node.id).flatMap(({ rel, from, path }): Step[] => {
    const parent = graph.nodes.get(from)
    if (!parent?.object || (rel !== 'owns' && rel !== 'creates')) return []
    return [{ node: parent, by: path.startsWith('status.inventory') ? 'its inventory' : path }]
  })
  return [...linked.filter((step) => isApplier(step.node)), ...labelled(graph, snapshot, node), ...linked]
}

function labelled(graph: Graph, snapshot: Snapshot, node: GraphNode): readonly Step[] {
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

/** An owner that is not well does not bring what is changed in Git. */
function nextOf(chain: readonly OwnerStep[]): readonly PrintedStep[] {
  const bad = chain.find(({ state, suspended }) => !isFine(state) || suspended)
  if (!bad) return []
  const address = objectPlace(bad)
  return [
    printStep({
      ...c5c3('why', address),
      why: bad.suspended ? 'it is suspended: what changes in Git does not arrive' : 'it is not well',
    }),
  ]
}

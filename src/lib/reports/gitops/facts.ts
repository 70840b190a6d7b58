// SPDX-License-Identifier: Apache-2.0

import { APPLIERS, SOURCES } from '../../kinds/flux/failures.ts'
import { behindOf, lastWorked, revisionOf } from '../../kinds/flux/revision.ts'
import type { Graph, GraphNode } from '../../model/graph/graph.ts'
import { kindName } from '../../model/graph/kind.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { fieldAt, flagAt, textAt } from '../../model/object/fields.ts'
import { ageOf, objectAddress } from '../shared/object-row.ts'

/** What Flux applied, from where, and to where. */
export interface GitopsFacts {
  /** The revision or chart version in use; of a source, what it fetched last. */
  readonly revision?: string
  /** What its source has, where that is another one. */
  readonly offered?: string
  /** KIND/NAMESPACE/NAME@CLUSTER of what it takes its manifests from. */
  readonly from?: string
  /** The folder in its source, or the chart. */
  readonly path?: string
  /** Of a source: its address. */
  readonly url?: string
  /** The cluster it applies to; left out of sources, and where nobody can tell. */
  readonly into?: string
  /** Somebody told Flux to leave it alone. */
  readonly suspended?: {
    /** When Flux last worked on it, RFC 3339; left out when it never did. */
    readonly since?: string
    readonly sinceAge?: string
  }
}

/** The facts of one object of Flux. */
export function fluxFacts(graph: Graph, node: GraphNode, snapshot: Snapshot): GitopsFacts {
  const { object } = node
  const sources = graph.out(node.id).flatMap(({ to }) => {
    const target = graph.nodes.get(to)
    return target && SOURCES.includes(kindName(target)) ? [target] : []
  })
  const isApplier = APPLIERS.includes(kindName(node))
  const { value: revision } = object ? revisionOf(node) : {}
  const behind = object && isApplier ? behindOf(node, sources) : undefined
  const source = sourceOf(sources)
  const path = textAt(object, 'spec.path') ?? chartOf(node)
  const url = textAt(object, 'spec.url')
  const into = isApplier ? intoOf(node, snapshot) : undefined
  return {
    ...(revision ? { revision } : {}),
    ...(behind ? { offered: behind.offered } : {}),
    ...(source ? { from: objectAddress(source) } : {}),
    ...(path ? { path } : {}),
    ...(url ? { url } : {}),
    ...(into === undefined ? {} : { into }),
    ...(flagAt(object, 'spec.suspend') === true ? { suspended: suspension(node, snapshot.takenAt) } : {}),
  }
}

/** The label of the cluster that something is applied to: its own, or the one behind its kubeconfig Secret. */
export function intoOf({ cluster, namespace, object }: GraphNode, { addresses }: Pick<Snapshot, 'addresses'>) {
  const secret = textAt(object, 'spec.kubeConfig.secretRef.name')
  if (secret) return addresses.get(`Flux Secret ${namespace}/${secret}`)
  // some other way into another cluster: nobody can tell which
  return fieldAt(object, 'spec.kubeConfig') === undefined ? cluster.label : undefined
}

/** Where the manifests come from in the end: a chart is only taken out of its repository. */
const sourceOf = (sources: readonly GraphNode[]) => sources.find(({ kind }) => kind !== 'HelmChart') ?? sources[0]

function chartOf({ kind, object }: GraphNode): string | undefined {
  if (kind === 'HelmChart') return textAt(object, 'spec.chart')
  return kind === 'HelmRelease' ? textAt(object, 'spec.chart.spec.chart') : undefined
}

function suspension(node: GraphNode, now: number): NonNullable<GitopsFacts['suspended']> {
  const since = lastWorked(node)
  const sinceAge = ageOf(since, now)
  return { ...(since ? { since } : {}), ...(sinceAge ? { sinceAge } : {}) }
}

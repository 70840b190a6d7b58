// SPDX-License-Identifier: Apache-2.0

import { APPLIERS, SOURCES } from '../../kinds/flux/failures.ts'
import { behindOf, lastWorked, revisionOf } from '../../kinds/flux/revision.ts'
import type { Graph, GraphNode } from '../../model/graph/graph.ts'
import { kindName } from '../../model/graph/kind.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { fieldAt, flagAt, textAt } from '../../model/object/fields.ts'
import { ageOf, objectAddress } from '../shared/object-row.ts'

/** The revision, source and target of a Flux object. */
export interface GitopsFacts {
  /** The revision or chart version in use; for a source, the last fetched one. */
  readonly revision?: string
  /** The revision its source has, if it differs. */
  readonly offered?: string
  /** KIND/NAMESPACE/NAME@CLUSTER of its source. */
  readonly from?: string
  /** The folder in its source, or the chart. */
  readonly path?: string
  /** Address of a source. */
  readonly url?: string
  /** The cluster it applies to; absent for sources and when unknown. */
  readonly into?: string
  /** Flux reconciliation is suspended. */
  readonly suspended?: {
    /** When Flux last reconciled it, RFC 3339; absent if never. */
    readonly since?: string
    readonly sinceAge?: string
  }
}

export function fluxFacts(graph: Graph, node: GraphNode, snapshot: Snapshot): GitopsFacts {
  const { object } = node
  const sources = graph.out(node.id).flatMap(({ to }) => {
    const target = graph.nodes.get(to)
    return target && SOURCES.includes(kindName(target)) ? [target] : []
  })
  const isApplier = APPLIERS.includes(kindName(node))
  const { value: revision } = object ? revisionOf(node) : {}
  const update = object && isApplier ? behindOf(node, sources) : undefined
  const source = sourceOf(sources)
  const path = textAt(object, 'spec.path') ?? chartOf(node)
  const url = textAt(object, 'spec.url')
  const into = isApplier ? intoOf(node, snapshot) : undefined
  return {
    ...(revision ? { revision } : {}),
    ...(update ? { offered: update.offered } : {}),
    ...(source ? { from: objectAddress(source) } : {}),
    ...(path ? { path } : {}),
    ...(url ? { url } : {}),
    ...(into === undefined ? {} : { into }),
    ...(flagAt(object, 'spec.suspend') === true ? { suspended: suspension(node, snapshot.takenAt) } : {}),
  }
}

/** The label of the cluster that it applies to: its own, or the one its kubeconfig Secret leads to. */
export function intoOf({ cluster, namespace, object }: GraphNode, { addresses }: Pick<Snapshot, 'addresses'>) {
  const secret = textAt(object, 'spec.kubeConfig.secretRef.name')
  if (secret) return addresses.get(`Flux Secret ${namespace}/${secret}`)
  // without secretRef, for example with configMapRef, the target is unknown
  return fieldAt(object, 'spec.kubeConfig') === undefined ? cluster.label : undefined
}

/** A HelmChart is only an artifact of its repository. */
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

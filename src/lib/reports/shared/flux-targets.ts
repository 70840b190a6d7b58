// SPDX-License-Identifier: Apache-2.0

import type { Graph, GraphNode } from '../../model/graph/graph.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { textAt } from '../../model/object/fields.ts'

/** Flux objects that apply to these clusters, locally or through a kubeconfig Secret. */
export function fluxInto(
  graph: Graph,
  { addresses }: Pick<Snapshot, 'addresses'>,
  labels: ReadonlySet<string>,
): readonly GraphNode[] {
  return APPLIERS.flatMap((kind) => graph.of(kind)).filter((node) => {
    const secret = textAt(node.object, 'spec.kubeConfig.secretRef.name')
    const label = secret ? addresses.get(`Flux Secret ${node.namespace}/${secret}`) : node.cluster.label
    return label !== undefined && labels.has(label)
  })
}

const APPLIERS = ['Kustomization.kustomize.toolkit.fluxcd.io', 'HelmRelease.helm.toolkit.fluxcd.io']

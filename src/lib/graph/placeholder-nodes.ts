// SPDX-License-Identifier: Apache-2.0
import type { GraphNode } from '../model/graph/graph.ts'
import type { KindSpec } from '../model/graph/kind.ts'
import type { Link, Ref } from '../model/graph/link.ts'
import type { SeenCluster } from '../model/landscape/snapshot.ts'
import type { KubeObject } from '../model/object/resource.ts'
import { nodeId } from './node-index.ts'
import type { Visibility } from './visibility.ts'

/** A node for a referenced object that was not found: `unseen` if a gap hides it, else `missing`. */
export function placeholderNode(
  cluster: SeenCluster,
  ref: Ref & { readonly group: string },
  visibility: Visibility,
  spec: KindSpec | undefined,
): GraphNode {
  const { group, kind, namespace } = ref
  const name = nameOf(ref)
  return {
    id: nodeId(cluster.label, { group, kind }, namespace, name),
    cluster,
    group,
    kind,
    ...(namespace === undefined ? {} : { namespace }),
    name,
    source: visibility.type === 'hidden' ? 'unseen' : 'missing',
    ...(spec ? { spec } : {}),
    ...(visibility.type === 'hidden' ? { hidden: { fault: visibility.fault, message: visibility.message } } : {}),
  }
}

/** References without a name are named by their labels; `*` means all objects of a kind. */
function nameOf({ name = '*', labels }: Ref): string {
  const selector = Object.entries(labels ?? {}).map(([key, value]) => `${key}=${value}`)
  return selector.length === 0 ? name : `${name}[${selector.sort().join(',')}]`
}

/** The node of a cached copy of an object that cannot be read; undefined if the copy is not an object. */
export function copyNode(
  placeholder: GraphNode,
  { copy, stale }: NonNullable<Link['observed']>,
): GraphNode | undefined {
  if (typeof copy !== 'object' || copy === null || Array.isArray(copy)) return undefined
  const { hidden: _, ...node } = placeholder
  return { ...node, source: 'cached', object: asObject(copy, placeholder), stale }
}

/** A copy may lack fields that an API server always sets, and have fields of the wrong type. */
function asObject(copy: Partial<KubeObject>, placeholder: GraphNode): KubeObject {
  const copied: unknown = copy.metadata
  const metadata = typeof copied === 'object' && copied !== null ? copied : {}
  return {
    ...copy,
    apiVersion: typeof copy.apiVersion === 'string' ? copy.apiVersion : `${placeholder.group}/`,
    kind: placeholder.kind,
    metadata: {
      ...metadata,
      name: placeholder.name,
      ...(placeholder.namespace === undefined ? {} : { namespace: placeholder.namespace }),
    },
  }
}

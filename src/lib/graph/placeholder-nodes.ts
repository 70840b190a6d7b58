// SPDX-License-Identifier: Apache-2.0
import type { GraphNode } from '../model/graph/graph.ts'
import type { KindSpec } from '../model/graph/kind.ts'
import type { Link, Ref } from '../model/graph/link.ts'
import type { SeenCluster } from '../model/landscape/snapshot.ts'
import type { KubeObject } from '../model/object/resource.ts'
import { nodeId } from './node-index.ts'
import type { Visibility } from './visibility.ts'

/** A node for what is referred to and was not found: unseen when a gap hides it, else missing. */
export function placeholderNode(
  cluster: SeenCluster,
  ref: Ref & { readonly group: string },
  seen: Visibility,
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
    source: seen.type === 'hidden' ? 'unseen' : 'missing',
    ...(spec ? { spec } : {}),
    ...(seen.type === 'hidden' ? { hidden: { fault: seen.fault, message: seen.message } } : {}),
  }
}

/** What is not called by name is called by its labels; * is all of a kind. */
function nameOf({ name = '*', labels }: Ref): string {
  const wanted = Object.entries(labels ?? {}).map(([key, value]) => `${key}=${value}`)
  return wanted.length === 0 ? name : `${name}[${wanted.sort().join(',')}]`
}

/** The node of somebody's copy of an object that cannot be read itself; undefined when the copy is none. */
export function copyNode(ghost: GraphNode, { copy, stale }: NonNullable<Link['observed']>): GraphNode | undefined {
  if (typeof copy !== 'object' || copy === null || Array.isArray(copy)) return undefined
  const { hidden: _, ...node } = ghost
  return { ...node, source: 'cached', object: asObject(copy, ghost), stale }
}

/** A copy may lack what an API server always fills in, and hold what it never would. */
function asObject(copy: Partial<KubeObject>, ghost: GraphNode): KubeObject {
  const told: unknown = copy.metadata
  const metadata = typeof told === 'object' && told !== null ? told : {}
  return {
    ...copy,
    apiVersion: typeof copy.apiVersion === 'string' ? copy.apiVersion : `${ghost.group}/`,
    kind: ghost.kind,
    metadata: {
      ...metadata,
      name: ghost.name,
      ...(ghost.namespace === undefined ? {} : { namespace: ghost.namespace }),
    },
  }
}

// SPDX-License-Identifier: Apache-2.0
import type { GraphNode, NodeId } from '../model/graph.ts'
import { type KindSpec, kindName } from '../model/kind.ts'
import type { Ref } from '../model/link.ts'
import type { SeenCluster } from '../model/snapshot.ts'

/** Nodes by cluster and kind, then by name: every look-up of a reference is a look-up by key. */
export class NodeIndex {
  readonly nodes = new Map<NodeId, GraphNode>()
  readonly #clusters = new Map<string, Map<string, KindShelf>>()

  /** Adds a node, or puts it in the place of the one that was there under its id. */
  add(node: GraphNode): void {
    const known = this.nodes.get(node.id)
    this.nodes.set(node.id, node)
    if (known) this.#shelf(known).remove(known)
    this.#shelf(node).add(node)
  }

  /** The nodes a reference means in one cluster; empty when there are none. */
  find(cluster: SeenCluster, ref: Ref & { readonly group: string }): readonly GraphNode[] {
    return this.#clusters.get(cluster.label)?.get(kindName(ref))?.find(ref) ?? []
  }

  #shelf(node: GraphNode): KindShelf {
    const { label } = node.cluster
    const kinds = this.#clusters.get(label) ?? new Map<string, KindShelf>()
    if (kinds.size === 0) this.#clusters.set(label, kinds)
    const name = kindName(node)
    const known = kinds.get(name)
    if (known) return known
    const shelf = new KindShelf()
    kinds.set(name, shelf)
    return shelf
  }
}

class KindShelf {
  #all: GraphNode[] = []
  readonly #byName = new Map<string, GraphNode[]>()
  readonly #byNamespace = new Map<string, GraphNode[]>()

  add(node: GraphNode): void {
    this.#all.push(node)
    append(this.#byNamespace, node.namespace ?? '', node)
    for (const name of namesOf(node)) append(this.#byName, name, node)
  }

  remove(node: GraphNode): void {
    const others = (nodes: readonly GraphNode[] = []) => nodes.filter((other) => other !== node)
    this.#all = others(this.#all)
    this.#byNamespace.set(node.namespace ?? '', others(this.#byNamespace.get(node.namespace ?? '')))
    for (const name of namesOf(node)) this.#byName.set(name, others(this.#byName.get(name)))
  }

  find({ name, namespace, labels }: Ref): readonly GraphNode[] {
    const start =
      name !== undefined
        ? (this.#byName.get(name) ?? [])
        : namespace !== undefined
          ? (this.#byNamespace.get(namespace) ?? [])
          : this.#all
    if (namespace === undefined && labels === undefined) return start
    return start.filter((node) => (namespace === undefined || node.namespace === namespace) && hasLabels(node, labels))
  }
}

/** A kind that stumbles over odd data has no other names for it. */
function namesOf({ spec, object, name }: GraphNode): Iterable<string> {
  if (!spec?.aliases || !object) return [name]
  try {
    return new Set([name, ...spec.aliases(object)])
  } catch {
    return [name]
  }
}

function hasLabels(node: GraphNode, labels: Ref['labels']): boolean {
  if (labels === undefined) return true
  return Object.entries(labels).every(([key, value]) => node.object?.metadata.labels?.[key] === value)
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

export function nodeId(
  label: string,
  spec: Pick<KindSpec, 'group' | 'kind'>,
  namespace: string | undefined,
  name: string,
): NodeId {
  return `${label}:${kindName(spec)}:${namespace === undefined ? '' : `${namespace}/`}${name}` as NodeId
}

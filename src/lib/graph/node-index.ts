// SPDX-License-Identifier: Apache-2.0
import type { GraphNode, NodeId } from '../model/graph.ts'
import { type KindSpec, kindName } from '../model/kind.ts'
import type { Ref } from '../model/link.ts'
import type { SeenCluster } from '../model/snapshot.ts'

/** Nodes by cluster and kind, then by name: every look-up of a reference is a look-up by key. */
export class NodeIndex {
  readonly nodes = new Map<NodeId, GraphNode>()
  readonly #kinds = new Map<string, KindShelf>()

  add(node: GraphNode): void {
    this.nodes.set(node.id, node)
    this.#shelf(node.cluster.label, node.group, node.kind).add(node)
  }

  /** The nodes a reference means in one cluster; empty when there are none. */
  find(cluster: SeenCluster, group: string, ref: Ref): readonly GraphNode[] {
    return this.#kinds.get(`${cluster.label}:${group}:${ref.kind}`)?.find(ref) ?? []
  }

  #shelf(label: string, group: string, kind: string): KindShelf {
    const key = `${label}:${group}:${kind}`
    const shelf = this.#kinds.get(key) ?? new KindShelf()
    this.#kinds.set(key, shelf)
    return shelf
  }
}

class KindShelf {
  readonly #all: GraphNode[] = []
  readonly #byName = new Map<string, GraphNode[]>()
  readonly #byNamespace = new Map<string, GraphNode[]>()

  add(node: GraphNode): void {
    this.#all.push(node)
    append(this.#byNamespace, node.namespace ?? '', node)
    const names = new Set([node.name, ...aliasesOf(node)])
    for (const name of names) append(this.#byName, name, node)
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

function aliasesOf({ spec, object }: GraphNode): readonly string[] {
  return spec?.aliases && object ? spec.aliases(object) : []
}

function hasLabels(node: GraphNode, labels: Ref['labels']): boolean {
  return Object.entries(labels ?? {}).every(([key, value]) => node.object?.metadata.labels?.[key] === value)
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

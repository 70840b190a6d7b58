// SPDX-License-Identifier: Apache-2.0
import type { GraphNode, NodeId } from '../model/graph/graph.ts'
import { type KindSpec, kindName } from '../model/graph/kind.ts'
import type { Ref } from '../model/graph/link.ts'
import type { SeenCluster } from '../model/landscape/snapshot.ts'

/** Nodes by cluster and kind, then by name: references are resolved by key, without a scan. */
export class NodeIndex {
  readonly nodes = new Map<NodeId, GraphNode>()
  readonly #clusters = new Map<string, Map<string, KindIndex>>()

  /** Adds a node, or replaces the one with the same id. */
  add(node: GraphNode): void {
    const known = this.nodes.get(node.id)
    this.nodes.set(node.id, node)
    if (known) this.#kindIndex(known).remove(known)
    this.#kindIndex(node).add(node)
  }

  find(cluster: SeenCluster, ref: Ref & { readonly group: string }): readonly GraphNode[] {
    return this.#clusters.get(cluster.label)?.get(kindName(ref))?.find(ref) ?? []
  }

  #kindIndex(node: GraphNode): KindIndex {
    const { label } = node.cluster
    const kinds = this.#clusters.get(label) ?? new Map<string, KindIndex>()
    if (kinds.size === 0) this.#clusters.set(label, kinds)
    const name = kindName(node)
    const known = kinds.get(name)
    if (known) return known
    const created = new KindIndex()
    kinds.set(name, created)
    return created
  }
}

/** The nodes of one kind in one cluster. The namespace is the first key: all tenants' namespaces have the same names. */
class KindIndex {
  readonly #all = new Namespace()
  readonly #namespaces = new Map<string, Namespace>()

  add(node: GraphNode): void {
    this.#all.add(node)
    const known = this.#namespaces.get(node.namespace ?? '')
    const own = known ?? new Namespace()
    if (!known) this.#namespaces.set(node.namespace ?? '', own)
    own.add(node)
  }

  remove(node: GraphNode): void {
    this.#all.remove(node)
    this.#namespaces.get(node.namespace ?? '')?.remove(node)
  }

  find({ name, namespace, labels }: Ref): readonly GraphNode[] {
    const scope = namespace === undefined ? this.#all : this.#namespaces.get(namespace)
    const nodes = (name === undefined ? scope?.nodes : scope?.named(name)) ?? []
    return labels === undefined ? nodes : nodes.filter((node) => hasLabels(node, labels))
  }
}

/** A list of nodes, indexed by name on the first lookup by name. */
class Namespace {
  nodes: GraphNode[] = []
  #byName: Map<string, GraphNode[]> | undefined

  add(node: GraphNode): void {
    this.nodes.push(node)
    if (this.#byName) addByName(this.#byName, node)
  }

  remove(node: GraphNode): void {
    this.nodes = this.nodes.filter((other) => other !== node)
    this.#byName = undefined
  }

  named(name: string): readonly GraphNode[] | undefined {
    if (!this.#byName) {
      this.#byName = new Map()
      for (const node of this.nodes) addByName(this.#byName, node)
    }
    return this.#byName.get(name)
  }
}

function addByName(names: Map<string, GraphNode[]>, node: GraphNode): void {
  if (node.spec?.aliases && node.object) for (const name of namesOf(node)) append(names, name, node)
  else append(names, node.name, node)
}

/** No aliases if the data is malformed. */
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

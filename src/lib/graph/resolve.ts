// SPDX-License-Identifier: Apache-2.0
import type { GraphNode, Source } from '../model/graph.ts'
import { type KindSpec, kindName } from '../model/kind.ts'
import type { Link, Ref } from '../model/link.ts'
import type { KubeObject } from '../model/resource.ts'
import type { SeenCluster, Snapshot } from '../model/snapshot.ts'
import { type NodeIndex, nodeId } from './node-index.ts'
import { Atlas } from './places.ts'
import { type Visibility, visibilityOf } from './visibility.ts'

/** Finds what a link means: objects, a copy, something missing or something hidden. */
export class Resolver {
  readonly #index: NodeIndex
  readonly #specs: ReadonlyMap<string, KindSpec>
  readonly #atlas: Atlas
  readonly #visibility: ReturnType<typeof visibilityOf>

  constructor(snapshot: Snapshot, index: NodeIndex, specs: ReadonlyMap<string, KindSpec>) {
    this.#index = index
    this.#specs = specs
    this.#atlas = new Atlas(snapshot)
    this.#visibility = visibilityOf(snapshot)
  }

  targets(from: GraphNode, link: Link): readonly GraphNode[] {
    const places = this.#atlas.resolve(link.to.where, from.cluster)
    if ('nowhere' in places) {
      if (link.optional) return []
      return [
        this.#copy(from, link, from.cluster) ??
          this.#ghost(from.cluster, link.to, { type: 'hidden', fault: 'notfound', message: places.nowhere }),
      ]
    }
    const found = places.clusters.flatMap((cluster) => this.#inCluster(cluster, this.#local(link.to, cluster)))
    if (found.length > 0) return this.#owned(found, link)
    return this.#absent(from, link, places.clusters)
  }

  #inCluster(cluster: SeenCluster, ref: Ref): readonly GraphNode[] {
    for (const group of groupsOf(ref)) {
      const found = this.#index.find(cluster, group, ref).filter((node) => node.object)
      if (found.length > 0) return found
    }
    return []
  }

  /** A cluster-scoped kind has no namespace, whatever namespace the reference stands in. */
  #local(ref: Ref, _cluster: SeenCluster): Ref {
    const spec = this.#specOf(ref)
    if (!spec || spec.namespaced || ref.namespace === undefined) return ref
    const { namespace: _, ...rest } = ref
    return rest
  }

  /** Owners are meant by identity: an object of the same name that came later is another one. */
  #owned(found: readonly GraphNode[], _link: Link): readonly GraphNode[] {
    return found
  }

  #absent(from: GraphNode, link: Link, clusters: readonly SeenCluster[]): readonly GraphNode[] {
    const looks = clusters.map((cluster) => ({ cluster, look: this.#look(cluster, link.to) }))
    const hidden = looks.find(({ look }) => look.type === 'hidden')
    if (hidden) return [this.#copy(from, link, hidden.cluster) ?? this.#ghost(hidden.cluster, link.to, hidden.look)]
    if (link.optional || looks.every(({ look }) => look.type === 'not asked')) return []
    const [first] = looks
    return first ? [this.#ghost(first.cluster, link.to, { type: 'readable' })] : []
  }

  #look(cluster: SeenCluster, ref: Ref): Visibility {
    const looks = groupsOf(ref).map((group) =>
      this.#visibility(cluster, kindName({ group, kind: ref.kind }), ref.namespace),
    )
    return (
      looks.find(({ type }) => type === 'hidden') ??
      looks.find(({ type }) => type === 'readable') ??
      looks[0] ?? { type: 'not asked' }
    )
  }

  #copy(_from: GraphNode, { observed, to }: Link, cluster: SeenCluster): GraphNode | undefined {
    const copy = observed?.copy
    if (typeof copy !== 'object' || copy === null) return undefined
    const ghost = this.#ghost(cluster, to, { type: 'readable' })
    return { ...ghost, source: 'cached', object: asObject(copy, ghost), stale: observed?.stale === true }
  }

  #ghost(cluster: SeenCluster, ref: Ref, look: Visibility): GraphNode {
    const [group = ''] = groupsOf(ref)
    const { kind, name = '*' } = ref
    const spec = this.#specOf(ref)
    const namespace = spec && !spec.namespaced ? undefined : ref.namespace
    const source: Source = look.type === 'hidden' ? 'unseen' : 'missing'
    return {
      id: nodeId(cluster.label, { group, kind }, namespace, name),
      cluster,
      group,
      kind,
      ...(namespace === undefined ? {} : { namespace }),
      name,
      source,
      ...(spec ? { spec } : {}),
      ...(look.type === 'hidden' ? { hidden: { fault: look.fault, message: look.message } } : {}),
    }
  }

  #specOf(ref: Ref): KindSpec | undefined {
    for (const group of groupsOf(ref)) {
      const spec = this.#specs.get(kindName({ group, kind: ref.kind }))
      if (spec) return spec
    }
    return undefined
  }
}

const groupsOf = ({ group }: Ref): readonly string[] => (typeof group === 'string' ? [group] : group)

/** A copy may lack what an API server always fills in. */
function asObject(copy: object, ghost: GraphNode): KubeObject {
  const raw = copy as Partial<KubeObject>
  const metadata = typeof raw.metadata === 'object' && raw.metadata !== null ? raw.metadata : {}
  return {
    ...raw,
    apiVersion: typeof raw.apiVersion === 'string' ? raw.apiVersion : ghost.group,
    kind: ghost.kind,
    metadata: {
      ...metadata,
      name: ghost.name,
      ...(ghost.namespace === undefined ? {} : { namespace: ghost.namespace }),
    },
  }
}

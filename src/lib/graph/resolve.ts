// SPDX-License-Identifier: Apache-2.0
import type { GraphNode } from '../model/graph/graph.ts'
import { type KindSpec, kindName } from '../model/graph/kind.ts'
import type { Link, Ref } from '../model/graph/link.ts'
import type { SeenCluster, Snapshot } from '../model/landscape/snapshot.ts'
import { ClusterResolver } from './cluster-resolver.ts'
import type { NodeIndex } from './node-index.ts'
import { copyNode, placeholderNode } from './placeholder-nodes.ts'
import { type Visibility, visibilityOf } from './visibility.ts'

/** A reference as it is looked up in one cluster and one group. */
interface Look {
  readonly cluster: SeenCluster
  readonly ref: Ref & { readonly group: string }
  readonly seen: Visibility
}

/** Finds what a link means: objects, a copy, something missing or something hidden. */
export class Resolver {
  readonly #index: NodeIndex
  readonly #specs: ReadonlyMap<string, KindSpec>
  readonly #atlas: ClusterResolver
  readonly #visibility: ReturnType<typeof visibilityOf>
  /** Clusters that hide nothing: most of them, most of the time. */
  readonly #clear: ReadonlySet<string>

  constructor(snapshot: Snapshot, index: NodeIndex, specs: ReadonlyMap<string, KindSpec>) {
    this.#index = index
    this.#specs = specs
    this.#atlas = new ClusterResolver(snapshot)
    this.#visibility = visibilityOf(snapshot, specs)
    const failed = snapshot.readings.filter(({ outcome }) => outcome === 'failed')
    const unclear = new Set([...snapshot.gaps, ...failed].map(({ cluster }) => cluster))
    this.#clear = new Set(snapshot.clusters.map(({ label }) => label).filter((label) => !unclear.has(label)))
  }

  targets(from: GraphNode, link: Link): readonly GraphNode[] {
    const places = this.#atlas.resolve(link.to.where, from.cluster)
    if ('unknown' in places) {
      const look = this.#looks(places.unknown, link.to).find(isAsked)
      // A role that nobody plays is like a kind that is not installed; a cluster we cannot name may hold it.
      if (!look || link.weak === 'none' || (link.optional && places.byRole)) return []
      return [this.#ghost({ ...look, seen: { type: 'hidden', fault: 'notfound', message: places.message } })]
    }
    const { group, otherKind } = link.to
    const [only] = places.clusters
    // Nearly all: one cluster, one group.
    if (only && places.clusters.length === 1 && typeof group === 'string' && otherKind === undefined) {
      const look = this.#look(only, link.to, group)
      const found = this.#find(look)
      return found.length === 0
        ? this.#absent([look], link)
        : look.seen.type === 'hidden'
          ? this.#withHidden(found, [look], link)
          : found
    }
    const found: GraphNode[] = []
    const looks: Look[] = []
    for (const cluster of places.clusters) {
      for (const look of this.#looks(cluster, link.to)) {
        const here = this.#find(look)
        found.push(...here)
        looks.push(look)
        // The first group that has the object counts, but a name may stand in any cluster of a role.
        if (here.length > 0) break
      }
    }
    return found.length > 0 ? this.#withHidden(found, looks, link) : this.#absent(looks, link)
  }

  /** The kind of a counted set that was read and is empty; undefined when there is nothing to read of it. */
  emptySet(from: GraphNode, link: Link): string | undefined {
    if (link.weak !== 'counted') return undefined
    const places = this.#atlas.resolve(link.to.where, from.cluster)
    if ('unknown' in places) return undefined
    const looks = places.clusters.flatMap((cluster) => this.#looks(cluster, link.to))
    if (!looks.every(isAsked)) return undefined
    const look = looks.find(({ seen }) => seen.type === 'readable')
    return look && kindName(look.ref)
  }

  /** The copy that a link carries, when what it is a copy of cannot be read. */
  copy(from: GraphNode, link: Link): GraphNode | undefined {
    if (link.observed === undefined || link.to.name === undefined) return undefined
    const places = this.#atlas.resolve(link.to.where, from.cluster)
    const clusters = 'unknown' in places ? [places.unknown] : places.clusters
    const looks = clusters.flatMap((cluster) => this.#looks(cluster, link.to))
    if (looks.some((look) => this.#find(look).some(({ source }) => source === 'live'))) return undefined
    const look = looks.find(({ seen }) => seen.type === 'hidden')
    return look && copyNode(this.#ghost(look), link.observed)
  }

  /** What cannot be read of the kinds that name their parent themselves: nobody knows what of it stands under a node. */
  hiddenParts(node: GraphNode): readonly GraphNode[] {
    if (this.#clear.has(node.cluster.label)) return []
    return (node.spec?.parts ?? []).flatMap((part) => {
      const [kind = '', ...group] = part.split('.')
      const ref: Ref = {
        where: 'here',
        group: group.join('.'),
        kind,
        ...(node.namespace === undefined ? {} : { namespace: node.namespace }),
      }
      return this.#looks(node.cluster, ref)
        .filter(({ seen }) => seen.type === 'hidden')
        .map((look) => this.#ghost(look))
    })
  }

  #looks(cluster: SeenCluster, ref: Ref): readonly Look[] {
    const { group, otherKind } = ref
    const looks =
      typeof group === 'string'
        ? [this.#look(cluster, ref, group)]
        : group.map((each) => this.#look(cluster, ref, each))
    if (otherKind === undefined) return looks
    const { otherKind: _, ...other } = { ...ref, kind: otherKind }
    return [...looks, ...this.#looks(cluster, other)]
  }

  #look(cluster: SeenCluster, ref: Ref, group: string): Look {
    const name = kindName({ group, kind: ref.kind })
    // A cluster-scoped kind has no namespace, whatever namespace the reference stands in.
    const isWide = ref.namespace === undefined || this.#specs.get(name)?.namespaced === false
    const seen = this.#visibility(cluster, name, isWide ? undefined : ref.namespace, ref.name)
    if (!isWide || ref.namespace === undefined)
      return { cluster, ref: hasOneGroup(ref) ? ref : { ...ref, group }, seen }
    const { namespace: _, ...wide } = ref
    return { cluster, ref: { ...wide, group }, seen }
  }

  #find({ cluster, ref }: Look): readonly GraphNode[] {
    const found = this.#index.find(cluster, ref)
    return found.every((node) => isThere(node, ref)) ? found : found.filter((node) => isThere(node, ref))
  }

  /**
   * What was found and what a gap may hide beside it: the rest of a set, or the object itself in a group that counts
   * more. A name that was found in one cluster is not looked for in others.
   */
  #withHidden(found: readonly GraphNode[], looks: readonly Look[], link: Link): readonly GraphNode[] {
    if (link.reverse || link.weak === 'none' || looks.every(({ seen }) => seen.type !== 'hidden')) return found
    const holders = new Set(found.map(({ cluster }) => cluster.label))
    const hidden = looks
      .filter(
        ({ cluster, seen }) => seen.type === 'hidden' && (link.to.name === undefined || holders.has(cluster.label)),
      )
      .filter((look) => link.to.name === undefined || this.#find(look).length === 0)
      .map((look) => this.#ghost(look))
    return [...found, ...hidden]
  }

  #absent(looks: readonly Look[], link: Link): readonly GraphNode[] {
    if (link.weak === 'none') return []
    const hidden = looks.find(({ seen }) => seen.type === 'hidden')
    if (hidden) return [this.#ghost(hidden)]
    // What was not looked for everywhere is not missing.
    if (link.optional || !looks.every(isAsked)) return []
    const look = looks.find(({ seen }) => seen.type === 'readable') ?? looks[0]
    return look ? [this.#ghost(look)] : []
  }

  #ghost({ cluster, ref, seen }: Look): GraphNode {
    return placeholderNode(cluster, ref, seen, this.#specs.get(kindName(ref)))
  }
}

const hasOneGroup = (ref: Ref): ref is Look['ref'] => typeof ref.group === 'string'

const isAsked = ({ seen }: Look) => seen.type !== 'not asked'

/** Owners are meant by identity: an object of the same name that came later is another one. */
function isThere({ object }: GraphNode, { uid }: Ref): boolean {
  if (!object) return false
  return uid === undefined || object.metadata.uid === undefined || object.metadata.uid === uid
}

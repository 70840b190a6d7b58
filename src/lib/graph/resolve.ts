// SPDX-License-Identifier: Apache-2.0
import type { GraphNode } from '../model/graph/graph.ts'
import { type KindSpec, kindName } from '../model/graph/kind.ts'
import type { Link, Ref } from '../model/graph/link.ts'
import type { SeenCluster, Snapshot } from '../model/landscape/snapshot.ts'
import { ClusterResolver } from './cluster-resolver.ts'
import type { NodeIndex } from './node-index.ts'
import { copyNode, placeholderNode } from './placeholder-nodes.ts'
import { type Visibility, visibilityOf } from './visibility.ts'

/** Finds the targets of a link: objects, a cached copy, or a placeholder for a missing or hidden object. */
export class Resolver {
  readonly #index: NodeIndex
  readonly #specs: ReadonlyMap<string, KindSpec>
  readonly #clusters: ClusterResolver
  readonly #visibility: ReturnType<typeof visibilityOf>
  /** Clusters without gaps, usually nearly all. */
  readonly #withoutGaps: ReadonlySet<string>

  constructor(snapshot: Snapshot, index: NodeIndex, specs: ReadonlyMap<string, KindSpec>) {
    this.#index = index
    this.#specs = specs
    this.#clusters = new ClusterResolver(snapshot)
    this.#visibility = visibilityOf(snapshot, specs)
    const failed = snapshot.readings.filter(({ outcome }) => outcome === 'failed')
    const withGaps = new Set([...snapshot.gaps, ...failed].map(({ cluster }) => cluster))
    this.#withoutGaps = new Set(snapshot.clusters.map(({ label }) => label).filter((label) => !withGaps.has(label)))
  }

  targets(from: GraphNode, link: Link): readonly GraphNode[] {
    const resolved = this.#clusters.resolve(link.to.where, from.cluster)
    if ('unknown' in resolved) {
      const lookup = this.#lookups(resolved.unknown, link.to).find(isRequested)
      // A role without a cluster is like a kind that is not installed; an unresolved cluster may contain the object.
      if (!lookup || link.weak === 'none' || (link.optional && resolved.byRole)) return []
      return [
        this.#placeholder({ ...lookup, visibility: { type: 'hidden', fault: 'notfound', message: resolved.message } }),
      ]
    }
    const { group, otherKind } = link.to
    const [only] = resolved.clusters
    // Fast path for nearly all links: one cluster, one group.
    if (only && resolved.clusters.length === 1 && typeof group === 'string' && otherKind === undefined) {
      const lookup = this.#lookup(only, link.to, group)
      const found = this.#find(lookup)
      return found.length === 0
        ? this.#absent([lookup], link)
        : lookup.visibility.type === 'hidden'
          ? this.#withHidden(found, [lookup], link)
          : found
    }
    const found: GraphNode[] = []
    const lookups: Lookup[] = []
    for (const cluster of resolved.clusters) {
      for (const lookup of this.#lookups(cluster, link.to)) {
        const here = this.#find(lookup)
        found.push(...here)
        lookups.push(lookup)
        // Use the first group that has the object, but search every cluster of a role.
        if (here.length > 0) break
      }
    }
    return found.length > 0 ? this.#withHidden(found, lookups, link) : this.#absent(lookups, link)
  }

  /** The kind of a counted set that was read and is empty; undefined if it was not read everywhere. */
  emptySet(from: GraphNode, link: Link): string | undefined {
    if (link.weak !== 'counted') return undefined
    const resolved = this.#clusters.resolve(link.to.where, from.cluster)
    if ('unknown' in resolved) return undefined
    const lookups = resolved.clusters.flatMap((cluster) => this.#lookups(cluster, link.to))
    if (!lookups.every(isRequested)) return undefined
    const lookup = lookups.find(({ visibility }) => visibility.type === 'readable')
    return lookup && kindName(lookup.ref)
  }

  /** The cached copy that a link carries, if the original cannot be read. */
  copy(from: GraphNode, link: Link): GraphNode | undefined {
    if (link.observed === undefined || link.to.name === undefined) return undefined
    const resolved = this.#clusters.resolve(link.to.where, from.cluster)
    const clusters = 'unknown' in resolved ? [resolved.unknown] : resolved.clusters
    const lookups = clusters.flatMap((cluster) => this.#lookups(cluster, link.to))
    if (lookups.some((lookup) => this.#find(lookup).some(({ source }) => source === 'live'))) return undefined
    const lookup = lookups.find(({ visibility }) => visibility.type === 'hidden')
    return lookup && copyNode(this.#placeholder(lookup), link.observed)
  }

  /** Placeholders for unreadable kinds whose objects refer to their parent: any number may belong to the node. */
  hiddenParts(node: GraphNode): readonly GraphNode[] {
    if (this.#withoutGaps.has(node.cluster.label)) return []
    return (node.spec?.parts ?? []).flatMap((part) => {
      const [kind = '', ...group] = part.split('.')
      const ref: Ref = {
        where: 'here',
        group: group.join('.'),
        kind,
        ...(node.namespace === undefined ? {} : { namespace: node.namespace }),
      }
      return this.#lookups(node.cluster, ref)
        .filter(({ visibility }) => visibility.type === 'hidden')
        .map((lookup) => this.#placeholder(lookup))
    })
  }

  #lookups(cluster: SeenCluster, ref: Ref): readonly Lookup[] {
    const { group, otherKind } = ref
    const lookups =
      typeof group === 'string'
        ? [this.#lookup(cluster, ref, group)]
        : group.map((each) => this.#lookup(cluster, ref, each))
    if (otherKind === undefined) return lookups
    const { otherKind: _, ...other } = { ...ref, kind: otherKind }
    return [...lookups, ...this.#lookups(cluster, other)]
  }

  #lookup(cluster: SeenCluster, ref: Ref, group: string): Lookup {
    const name = kindName({ group, kind: ref.kind })
    // A reference to a cluster-scoped kind may still contain the namespace of the referrer.
    const hasNoNamespace = ref.namespace === undefined || this.#specs.get(name)?.namespaced === false
    const visibility = this.#visibility(cluster, name, hasNoNamespace ? undefined : ref.namespace, ref.name)
    if (!hasNoNamespace || ref.namespace === undefined)
      return { cluster, ref: hasOneGroup(ref) ? ref : { ...ref, group }, visibility }
    const { namespace: _, ...clusterScoped } = ref
    return { cluster, ref: { ...clusterScoped, group }, visibility }
  }

  #find({ cluster, ref }: Lookup): readonly GraphNode[] {
    const found = this.#index.find(cluster, ref)
    return found.every((node) => matches(node, ref)) ? found : found.filter((node) => matches(node, ref))
  }

  /**
   * Adds placeholders for what a gap may hide besides the found objects: the rest of a set, or the same name in a group
   * that takes precedence. A name that was found in one cluster is not expected in others.
   */
  #withHidden(found: readonly GraphNode[], lookups: readonly Lookup[], link: Link): readonly GraphNode[] {
    if (link.reverse || link.weak === 'none' || lookups.every(({ visibility }) => visibility.type !== 'hidden'))
      return found
    const holders = new Set(found.map(({ cluster }) => cluster.label))
    const hidden = lookups
      .filter(
        ({ cluster, visibility }) =>
          visibility.type === 'hidden' && (link.to.name === undefined || holders.has(cluster.label)),
      )
      .filter((lookup) => link.to.name === undefined || this.#find(lookup).length === 0)
      .map((lookup) => this.#placeholder(lookup))
    return [...found, ...hidden]
  }

  #absent(lookups: readonly Lookup[], link: Link): readonly GraphNode[] {
    if (link.weak === 'none') return []
    const hidden = lookups.find(({ visibility }) => visibility.type === 'hidden')
    if (hidden) return [this.#placeholder(hidden)]
    // An object is missing only if it was searched everywhere.
    if (link.optional || !lookups.every(isRequested)) return []
    const lookup = lookups.find(({ visibility }) => visibility.type === 'readable') ?? lookups[0]
    return lookup ? [this.#placeholder(lookup)] : []
  }

  #placeholder({ cluster, ref, visibility }: Lookup): GraphNode {
    return placeholderNode(cluster, ref, visibility, this.#specs.get(kindName(ref)))
  }
}

/** A reference to look up in one cluster and one API group. */
interface Lookup {
  readonly cluster: SeenCluster
  readonly ref: Ref & { readonly group: string }
  readonly visibility: Visibility
}

const hasOneGroup = (ref: Ref): ref is Lookup['ref'] => typeof ref.group === 'string'

const isRequested = ({ visibility }: Lookup) => visibility.type !== 'not asked'

/** Owner references identify by UID: a recreated object of the same name is not the owner. */
function matches({ object }: GraphNode, { uid }: Ref): boolean {
  if (!object) return false
  return uid === undefined || object.metadata.uid === undefined || object.metadata.uid === uid
}

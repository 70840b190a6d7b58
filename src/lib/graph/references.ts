// SPDX-License-Identifier: Apache-2.0
import { type KindSpec, kindName } from '../model/graph/kind.ts'
import type { Link } from '../model/graph/link.ts'
import type { ObjectReference, ObjectReferences } from '../model/landscape/object-reference.ts'
import type { SeenCluster, Snapshot } from '../model/landscape/snapshot.ts'
import { groupOf } from '../model/object/reference.ts'
import { ClusterResolver } from './cluster-resolver.ts'

/**
 * The objects of the wanted kinds that the snapshot refers to, by kind and cluster. Follows references in cached copies
 * too; omits references into unknown clusters, which cannot be resolved.
 */
export function mentionsOf(
  snapshot: Snapshot,
  kinds: readonly KindSpec[],
  wanted: readonly KindSpec[],
): ObjectReferences {
  const specs = new Map(kinds.map((spec) => [kindName(spec), spec]))
  const resolver = new ClusterResolver(snapshot)
  const seen = new Map(snapshot.clusters.map((cluster) => [cluster.cluster.uid, cluster]))
  const found = new Map(wanted.map((kind) => [kindName(kind), new Map<string, Map<string, FoundReference>>()]))
  const queue: [SeenCluster, object: unknown][] = []
  const follow = (here: SeenCluster, object: unknown) => {
    for (const { to, optional, observed } of linksOf(object, specs)) {
      const names = wantedNames(to, found)
      if (names.length === 0 && observed === undefined) continue
      const resolved = resolver.resolve(to.where, here)
      if ('unknown' in resolved) continue
      for (const { label } of resolved.clusters)
        for (const name of names) add(found, name, label, to, optional !== true)
      if (observed !== undefined) for (const there of resolved.clusters) queue.push([there, observed.copy])
    }
  }
  for (const { cluster, object } of snapshot.resources) {
    const here = seen.get(cluster.uid)
    if (here) follow(here, object)
  }
  // One round is enough: copies contain no copies.
  for (const [here, copy] of queue.splice(0)) follow(here, copy)
  return sorted(found)
}

interface FoundReference extends ObjectReference {
  readonly required: boolean
}

type FoundByKind = Map<string, Map<string, Map<string, FoundReference>>>

function wantedNames({ group, kind }: Link['to'], found: FoundByKind): readonly string[] {
  const groups = typeof group === 'string' ? [group] : group
  return groups.map((each) => kindName({ group: each, kind })).filter((name) => found.has(name))
}

function add(
  found: FoundByKind,
  kind: string,
  label: string,
  { namespace, name }: Link['to'],
  required: boolean,
): void {
  if (namespace === undefined || name === undefined) return
  const ofKind = found.get(kind)
  const here = ofKind?.get(label) ?? new Map<string, FoundReference>()
  ofKind?.set(label, here)
  const key = `${namespace}/${name}`
  here.set(key, { namespace, name, required: required || here.get(key)?.required === true })
}

function sorted(found: FoundByKind): ObjectReferences {
  const order = (a: FoundReference, b: FoundReference) =>
    Number(b.required) - Number(a.required) || (`${a.namespace}/${a.name}` < `${b.namespace}/${b.name}` ? -1 : 1)
  const inOrder = (names: ReadonlyMap<string, FoundReference>): readonly ObjectReference[] =>
    [...names.values()].sort(order).map(({ namespace, name }) => ({ namespace, name }))
  return new Map(
    [...found].map(([kind, labels]) => [kind, new Map([...labels].map(([label, names]) => [label, inOrder(names)]))]),
  )
}

/** No links if the data is malformed. */
function linksOf(object: unknown, specs: ReadonlyMap<string, KindSpec>): readonly Link[] {
  try {
    const { apiVersion, kind } = object as { apiVersion: string; kind: string }
    return specs.get(kindName({ group: groupOf(apiVersion), kind }))?.links?.(object as never) ?? []
  } catch {
    return []
  }
}

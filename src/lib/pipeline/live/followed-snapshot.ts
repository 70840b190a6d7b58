// SPDX-License-Identifier: Apache-2.0
import type { WatchEvent } from '../../cluster/types.ts'
import { type KindSpec, kindName } from '../../model/graph/kind.ts'
import { describeFailure } from '../../model/landscape/describe-failure.ts'
import type { Fault } from '../../model/landscape/fault.ts'
import type { Gap } from '../../model/landscape/gap.ts'
import type { KindReading, SeenCluster, Snapshot } from '../../model/landscape/snapshot.ts'
import { groupOf } from '../../model/object/reference.ts'
import type { KubeObject, Resource } from '../../model/object/resource.ts'

/** A snapshot that watches keep up to date, kind by kind; kinds without a watch stay as they were read. */
export class FollowedSnapshot {
  #base: Snapshot
  readonly #parts = new Map<string, Part>()

  constructor(base: Snapshot) {
    this.#base = base
  }

  /** Replaces the base after a full read; watched kinds stay, they are at least as new. */
  rebase(base: Snapshot): void {
    this.#base = base
  }

  /** Applies an event of one kind's watch. While a watch is broken, its objects are not reported. */
  apply(seen: SeenCluster, kind: KindSpec, event: WatchEvent): void {
    const key = keyOf(seen.cluster.uid, kindName(kind))
    const part = this.#parts.get(key)
    if (event.type === 'listed') {
      const { items, failures, onlyNamespaces } = event.listing
      this.#parts.set(key, {
        seen,
        kind,
        objects: new Map(items.map((object) => [nameOf(object), object])),
        ...(onlyNamespaces ? { onlyNamespaces } : {}),
        gaps: failures.map((failure) => gapOf(seen, kind, failure.fault, describeFailure(failure))),
      })
    } else if (event.type === 'stale') {
      if (part) part.gaps = [gapOf(seen, kind, event.failure.fault, describeFailure(event.failure))]
    } else if (event.type === 'live') {
      if (part) part.gaps = []
    } else if (event.type === 'polled') return
    else if (event.type === 'deleted') part?.objects.delete(nameOf(event.object))
    else part?.objects.set(nameOf(event.object), event.object)
  }

  snapshot(now: number): Snapshot {
    const { resources, readings, gaps, ...rest } = this.#base
    const parts = [...this.#parts.values()]
    const isFollowed = (cluster: string, kind: string) => this.#parts.has(keyOf(cluster, kind))
    const uids = new Map(this.#base.clusters.map(({ label, cluster }) => [label, cluster.uid]))
    const isFollowedKind = ({ cluster, kind }: { readonly cluster: string; readonly kind?: string }) =>
      kind !== undefined && isFollowed(uids.get(cluster) ?? '', kind)
    return {
      ...rest,
      takenAt: now,
      resources: [
        ...resources.filter(({ cluster, object }) => !isFollowed(cluster.uid, kindOf(object))),
        ...parts.flatMap(resourcesOf),
      ],
      readings: [...readings.filter((reading) => !isFollowedKind(reading)), ...parts.map(readingOf)],
      gaps: [...gaps.filter((gap) => !isFollowedKind(gap)), ...parts.flatMap((part) => part.gaps)],
    }
  }
}

interface Part {
  readonly seen: SeenCluster
  readonly kind: KindSpec
  readonly objects: Map<string, KubeObject>
  readonly onlyNamespaces?: readonly string[]
  gaps: readonly Gap[]
}

const keyOf = (cluster: string, kind: string) => `${cluster} ${kind}`

const nameOf = ({ metadata: { namespace = '', name } }: KubeObject) => `${namespace}/${name}`

const kindOf = ({ apiVersion, kind }: KubeObject) => kindName({ group: groupOf(apiVersion), kind })

const gapOf = ({ label }: SeenCluster, kind: KindSpec, fault: Fault, message: string): Gap => ({
  cluster: label,
  kind: kindName(kind),
  fault,
  message,
})

function resourcesOf({ seen, objects, gaps }: Part): readonly Resource[] {
  // A broken watch misses deletions, so its objects may be gone.
  return gaps.length > 0 ? [] : [...objects.values()].map((object) => ({ cluster: seen.cluster, object }))
}

function readingOf({ seen, kind, gaps, onlyNamespaces }: Part): KindReading {
  return {
    cluster: seen.label,
    kind: kindName(kind),
    outcome: gaps.length > 0 ? 'failed' : 'read',
    ...(onlyNamespaces ? { onlyNamespaces } : {}),
  }
}

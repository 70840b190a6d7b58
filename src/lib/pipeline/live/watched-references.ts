// SPDX-License-Identifier: Apache-2.0
import type { Collection } from '../../cluster/read/collect.ts'
import { collectReferenced } from '../../cluster/read/collect-referenced.ts'
import type { Fleet } from '../../fleet/member.ts'
import { mentionsOf } from '../../graph/references.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { ObjectReferences } from '../../model/landscape/object-reference.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import type { WatchedKind } from './watched-kind.ts'
import { WatchedReading, type WatchedReadingOptions } from './watched-reading.ts'

/** Follows the objects of kinds read by reference, only in the namespaces that references point to. */
export class WatchedReferences {
  readonly #kinds: readonly KindSpec[]
  readonly #signal: AbortSignal
  readonly #reading: WatchedReading

  constructor(kinds: readonly KindSpec[], options: WatchedReadingOptions) {
    this.#kinds = kinds
    this.#signal = options.signal
    this.#reading = new WatchedReading(options)
  }

  get collection(): Collection {
    return this.#reading.collection
  }

  /** The watches in one cluster. */
  parts(label: string): readonly WatchedKind[] {
    return this.#reading.parts(label)
  }

  /** Follows what this snapshot of the listed kinds refers to; returns false when nothing changed. */
  async update({ members }: Fleet, first: Snapshot, listed: readonly KindSpec[]): Promise<boolean> {
    if (this.#kinds.length === 0) return false
    const references = mentionsOf(first, listed, this.#kinds)
    return this.#reading.update(members, keyOf(references, first), (watched) =>
      collectReferenced(watched, this.#kinds, references, first, this.#signal),
    )
  }
}

/** Differs when other objects are referenced, or when other clusters are unreachable. */
export function keyOf(references: ObjectReferences, { clusters, gaps }: Pick<Snapshot, 'clusters' | 'gaps'>): string {
  return JSON.stringify([
    [...references].map(([kind, labels]) => [kind, [...labels]]),
    clusters.map(({ label }) => label),
    gaps.flatMap(({ kind, cluster }) => (kind === undefined ? [cluster] : [])),
  ])
}

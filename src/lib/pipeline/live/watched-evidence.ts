// SPDX-License-Identifier: Apache-2.0
import type { Fleet } from '../../fleet/member.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import {
  type EvidencePlan,
  type EvidenceRead,
  evidenceKinds,
  planEvidence,
  readEvidence,
  withEvidence,
} from '../evidence.ts'
import type { Judgement } from '../judge.ts'
import { collectOptions } from '../observe.ts'
import type { WatchedKind } from './watched-kind.ts'
import { WatchedReading, type WatchedReadingOptions } from './watched-reading.ts'
import { keyOf } from './watched-references.ts'

/**
 * Follows the evidence around unhealthy objects, as a fresh read would find it: its watches begin when something becomes
 * unhealthy and end when everything has recovered.
 */
export class WatchedEvidence {
  readonly #options: WatchedReadingOptions & { readonly namespace?: string }
  readonly #kinds: readonly KindSpec[]
  readonly #reading: WatchedReading

  constructor(read: readonly KindSpec[], options: WatchedReadingOptions & { readonly namespace?: string }) {
    // Computed once: a graph is refreshed only while its kinds are the same.
    this.#kinds = evidenceKinds(read)
    this.#options = options
    this.#reading = new WatchedReading(options)
  }

  /** The watches in one cluster. */
  parts(label: string): readonly WatchedKind[] {
    return this.#reading.parts(label)
  }

  /** The snapshot with its evidence; undefined when it needs none. */
  async update({ members }: Fleet, seen: EvidenceRead & Judgement): Promise<EvidenceRead | undefined> {
    const plan = planEvidence(seen, this.#kinds)
    if (!plan) {
      this.#reading.clear()
      return undefined
    }
    const { snapshot } = seen
    const key = `${keyOf(plan.references, snapshot)} ${workloadKey(plan)}`
    await this.#reading.update(members, key, (watched) =>
      readEvidence(watched, plan, snapshot, collectOptions(this.#options)),
    )
    return withEvidence(seen, plan, this.#reading.collection)
  }
}

/** Pods are matched by the uid of their workload. */
const workloadKey = ({ workloads }: EvidencePlan) =>
  JSON.stringify(workloads.map(({ id, object }) => [id, object?.metadata.uid ?? '']))

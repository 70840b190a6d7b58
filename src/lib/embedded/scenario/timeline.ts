// SPDX-License-Identifier: Apache-2.0
// A scenario may move: what happens to its clusters while somebody watches, one step after another.

import type { Manifest } from '../json.ts'
import { mergePatch } from '../patch/merge-patch.ts'
import type { ClusterState } from '../storage/cluster-state.ts'
import { groupOfType, resourceKey } from '../storage/resource-type.ts'
import { storeKey } from '../storage/store.ts'
import { identityOf } from './fleet-overlay.ts'

/** One thing that happens. */
export interface TimelineStep {
  /** ms after the one before. */
  readonly after: number
  readonly title: string
  /** What is merged over the objects of each cluster, by its key; objects that are not there are added. */
  readonly changes: ReadonlyMap<string, readonly Manifest[]>
}

/** How the time of a scenario goes, and who says when something is due. */
export interface Tempo {
  /** ms since any moment. */
  now(): number
  /** Resolves when so much time has gone, early when the signal aborts. */
  due(ms: number, signal: AbortSignal): Promise<void>
}

/** As fast as real things happen. */
export const realTempo: Tempo = {
  now: () => Math.floor(performance.now()),
  due: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(done, ms)
      timer.unref()
      signal.addEventListener('abort', done, { once: true })
      function done() {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
    }),
}

/** Lets the steps happen, each when it is due; the returned function ends it. */
export function playTimeline(
  states: readonly ClusterState[],
  steps: readonly TimelineStep[],
  { due }: Tempo,
): () => void {
  const stop = new AbortController()
  const play = async () => {
    for (const step of steps) {
      await due(step.after, stop.signal)
      if (stop.signal.aborted) return
      for (const state of states) for (const change of step.changes.get(state.member.key) ?? []) happen(state, change)
    }
  }
  void play()
  return () => stop.abort()
}

/** One object is not as it was: those who watch hear of it. */
function happen({ store, catalog }: ClusterState, change: Manifest): void {
  const type = catalog().byKind(groupOfType(change.apiVersion), change.kind)
  if (type === undefined) throw new Error(`nobody serves ${identityOf(change)}`)
  const resource = resourceKey(type)
  const before = store.get(resource, storeKey(change.metadata))?.object
  store.put(resource, before === undefined ? change : (mergePatch(before, change) as Manifest))
}

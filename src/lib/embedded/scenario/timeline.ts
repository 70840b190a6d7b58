// SPDX-License-Identifier: Apache-2.0
// The timeline of a scenario: changes to its clusters while it runs, one step after another.

import type { Manifest } from '../json.ts'
import { mergePatch } from '../patch/merge-patch.ts'
import type { ClusterState } from '../storage/cluster-state.ts'
import { groupOfType, resourceKey } from '../storage/resource-type.ts'
import { storeKey } from '../storage/store.ts'
import { identityOf } from './fleet-overlay.ts'

export interface TimelineStep {
  /** Milliseconds after the previous step. */
  readonly after: number
  readonly title: string
  /** Objects by cluster key, merged into existing objects or added. */
  readonly changes: ReadonlyMap<string, readonly Manifest[]>
}

/** The clock of a scenario. */
export interface Tempo {
  /** Milliseconds since an arbitrary time. */
  now(): number
  /** Resolves after this time, or when the signal aborts. */
  due(ms: number, signal: AbortSignal): Promise<void>
}

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

/** Returns a function that stops the timeline. */
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
      for (const state of states)
        for (const change of step.changes.get(state.member.key) ?? []) applyChange(state, change)
    }
  }
  void play()
  return () => stop.abort()
}

function applyChange({ store, catalog }: ClusterState, change: Manifest): void {
  const type = catalog().byKind(groupOfType(change.apiVersion), change.kind)
  if (type === undefined) throw new Error(`nobody serves ${identityOf(change)}`)
  const resource = resourceKey(type)
  const before = store.get(resource, storeKey(change.metadata))?.object
  store.put(resource, before === undefined ? change : (mergePatch(before, change) as Manifest))
}

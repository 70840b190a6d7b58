// SPDX-License-Identifier: Apache-2.0
// Simulates the controllers whose reaction to writes the demo needs.
import type { ClusterState } from '../storage/cluster-state.ts'
import type { StoreChange } from '../storage/store.ts'
import { externalSecrets } from './external-secrets.ts'
import { jobs } from './jobs.ts'
import { korcController } from './korc.ts'
import { talk } from './talk.ts'

export interface ControllerContext {
  readonly states: readonly ClusterState[]
  /** Runs a task after some beats, unless the fleet is closed by then. */
  later(task: () => void | Promise<void>, beats?: number): void
}

/** Handles one change of one cluster. */
export type Controller = (context: ControllerContext, state: ClusterState, change: StoreChange) => void

const CONTROLLERS: readonly Controller[] = [korcController, externalSecrets, jobs]

/** Delay in milliseconds: real controllers take time, too, and users can see intermediate states. */
const BEAT = 150

/** Returns a function that stops the controllers. */
export function startControllers(states: readonly ClusterState[], beat = BEAT): () => void {
  const timers = new Set<NodeJS.Timeout>()
  const context: ControllerContext = {
    states,
    later: (task, beats = 1) => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        void task()
      }, beat * beats)
      timer.unref()
      timers.add(timer)
    },
  }
  const stops = states.flatMap((state) => [
    talk(context, state),
    state.store.subscribe((change) => {
      for (const controller of CONTROLLERS) controller(context, state, change)
    }),
  ])
  return () => {
    for (const stop of stops) stop()
    for (const timer of timers) clearTimeout(timer)
  }
}

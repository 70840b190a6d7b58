// SPDX-License-Identifier: Apache-2.0
// On a demo somebody must answer what people write. These play the few controllers that our writes wait for.
import type { ClusterState } from '../storage/cluster-state.ts'
import type { StoreChange } from '../storage/store.ts'
import { externalSecrets } from './external-secrets.ts'
import { jobs } from './jobs.ts'
import { korcController } from './korc.ts'
import { talk } from './talk.ts'

/** What a controller sees of the world. */
export interface ControllerContext {
  readonly states: readonly ClusterState[]
  /** Runs something a moment later, unless the fleet is closed by then. */
  later(task: () => void | Promise<void>, beats?: number): void
}

/** Looks at one change of one cluster and decides what to do. */
export type Controller = (world: ControllerContext, state: ClusterState, change: StoreChange) => void

const CONTROLLERS: readonly Controller[] = [korcController, externalSecrets, jobs]

/** Real controllers take a moment, too: without it nobody sees a thing happen. */
const BEAT = 150

/** Starts the controllers for all clusters of a fleet; the returned function ends them. */
export function startControllers(states: readonly ClusterState[], beat = BEAT): () => void {
  const timers = new Set<NodeJS.Timeout>()
  const world: ControllerContext = {
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
    talk(world, state),
    state.store.subscribe((change) => {
      for (const controller of CONTROLLERS) controller(world, state, change)
    }),
  ])
  return () => {
    for (const stop of stops) stop()
    for (const timer of timers) clearTimeout(timer)
  }
}

// SPDX-License-Identifier: Apache-2.0
import { countAt, fieldAt, listAt, textAt } from './fields.ts'
import type { KubeObject } from './resource.ts'

/** The state of one container as far as its log is concerned. */
export interface PodContainer {
  readonly name: string
  readonly isInit: boolean
  /** waiting: it has printed nothing yet; reason says why. */
  readonly state: 'running' | 'ended' | 'waiting' | 'unknown'
  readonly reason?: string
  readonly restarts: number
  readonly failed: boolean
}

/** All containers of a Pod, init containers first. */
export function containersOf(pod: KubeObject): readonly PodContainer[] {
  const containersIn = (containers: string, statuses: string, isInit: boolean) =>
    listAt(pod, containers).flatMap((container): PodContainer[] => {
      const name = textAt(container, 'name')
      const status = listAt(pod, statuses).find((each) => textAt(each, 'name') === name)
      return name === undefined ? [] : [{ name, isInit, ...stateOf(pod, status) }]
    })
  return [
    ...containersIn('spec.initContainers', 'status.initContainerStatuses', true),
    ...containersIn('spec.containers', 'status.containerStatuses', false),
  ]
}

function stateOf(pod: KubeObject, status: unknown): Omit<PodContainer, 'name' | 'isInit'> {
  const restarts = countAt(status, 'restartCount') ?? 0
  const has = (path: string) => fieldAt(status, path) !== undefined
  if (has('state.running')) return { state: 'running', restarts, failed: false }
  if (has('state.terminated')) {
    const reason = textAt(status, 'state.terminated.reason')
    const failed = (countAt(status, 'state.terminated.exitCode') ?? 0) !== 0
    return { state: 'ended', restarts, failed, ...(reason ? { reason } : {}) }
  }
  const reason = textAt(status, 'state.waiting.reason') ?? textAt(pod, 'status.reason')
  // a container in back-off has been run before, so it has a log
  if (restarts > 0) return { state: 'ended', restarts, failed: true, ...(reason ? { reason } : {}) }
  const isPending = has('state.waiting') || textAt(pod, 'status.phase') === 'Pending'
  return { state: isPending ? 'waiting' : 'unknown', restarts, failed: false, ...(reason ? { reason } : {}) }
}

/** The named container, else all except completed init containers. With previous: only restarted containers. */
export function chosenContainers(
  pod: KubeObject,
  { container, previous = false }: { readonly container?: string | undefined; readonly previous?: boolean },
): readonly PodContainer[] {
  return containersOf(pod).filter(
    ({ name, isInit, state, failed, restarts }) =>
      (container === undefined ? !isInit || state === 'running' || failed : name === container) &&
      (!previous || restarts > 0),
  )
}

/** It will not print anything more. */
export const isFinished = (pod: KubeObject): boolean =>
  ['Succeeded', 'Failed'].includes(textAt(pod, 'status.phase') ?? '')

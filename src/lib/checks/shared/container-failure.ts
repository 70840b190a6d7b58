// SPDX-License-Identifier: Apache-2.0
import type { FindingEvidence } from '../../model/check/check.ts'
import type { WarningEvent } from '../../model/check/warning-event.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { countAt, listAt, textAt } from '../../model/object/fields.ts'

export type PodFailureKind = 'image' | 'config' | 'crash' | 'unschedulable' | 'evicted' | 'not-ready'

/** Why a Pod does not become ready. */
export interface PodFailure {
  readonly kind: PodFailureKind
  readonly message: string
  readonly evidence: readonly FindingEvidence[]
  readonly container?: string
}

/** The first container that does not start or keeps exiting, init containers first: they run one after another. */
export function containerFailure(pod: GraphNode, events: readonly WarningEvent[]): PodFailure | undefined {
  for (const { status, label, path } of containerStatuses(pod)) {
    const failure = imageFailure(pod, { status, label, path }, events) ?? startFailure(pod, { status, label, path })
    const found = failure ?? exitFailure(pod, { status, label, path })
    if (found) return found
  }
  return undefined
}

export interface ContainerStatus {
  readonly status: Readonly<Record<string, unknown>>
  /** "container nova-api" or "init container config" */
  readonly label: string
  /** status.containerStatuses[nova-api] */
  readonly path: string
}

export const containerStatuses = ({ object }: GraphNode): readonly ContainerStatus[] =>
  LISTS.flatMap(([list, word]) =>
    listAt(object, list).map((status) => {
      const name = textAt(status, 'name') ?? ''
      return { status, label: `${word} ${name}`, path: `${list}[${name}]` }
    }),
  )

const LISTS = [
  ['status.initContainerStatuses', 'init container'],
  ['status.containerStatuses', 'container'],
] as const

const IMAGE = /^(ErrImage\w*|ImagePullBackOff|InvalidImageName|ImageInspectError|RegistryUnavailable)$/

function imageFailure(
  pod: GraphNode,
  { status, label, path }: ContainerStatus,
  events: readonly WarningEvent[],
): PodFailure | undefined {
  const reason = textAt(status, 'state.waiting.reason') ?? ''
  if (!IMAGE.test(reason)) return undefined
  const message = textAt(status, 'state.waiting.message') ?? ''
  const image = /"([^"]+)"/.exec(message)?.[1] ?? textAt(status, 'image') ?? ''
  const pulled = events.find(({ message: text }) => text.startsWith('Failed to pull image'))
  // Older kubelets say only "Back-off pulling image" in the status, and the reason in an event.
  const detail = /ErrImage\w*: (.*)$/s.exec(message)?.[1] ?? pulled?.message.replace(/^[^:]*"[^"]*": /, '') ?? message
  return {
    kind: 'image',
    container: textAt(status, 'name') ?? '',
    message: `${label} cannot pull image ${image}: ${detail || reason}`,
    evidence: [waitingEvidence(pod, path, status), { on: pod, path: `${path}.image`, value: image }],
  }
}

const CANNOT_START = /^(Create\w*Error|RunContainerError|StartError|PreStartHookError|PostStartHookError)$/

/** CreateContainerConfigError: a Secret, a ConfigMap or one of their keys does not exist. */
function startFailure(pod: GraphNode, { status, label, path }: ContainerStatus): PodFailure | undefined {
  const reason = textAt(status, 'state.waiting.reason') ?? ''
  if (!CANNOT_START.test(reason)) return undefined
  const message = textAt(status, 'state.waiting.message')
  return {
    kind: 'config',
    container: textAt(status, 'name') ?? '',
    message: `${label} cannot be created: ${message ?? reason}`,
    evidence: [waitingEvidence(pod, path, status)],
  }
}

/** Fewer restarts than this may be a start before a dependency was ready. */
const RESTARTS = 3

function exitFailure(pod: GraphNode, { status, label, path }: ContainerStatus): PodFailure | undefined {
  const restarts = countAt(status, 'restartCount') ?? 0
  const isBackingOff = textAt(status, 'state.waiting.reason') === 'CrashLoopBackOff'
  const isReady = status['ready'] === true
  const states = ['state.terminated', 'lastState.terminated'].filter(
    (at) => (countAt(status, `${at}.exitCode`) ?? 0) > 0,
  )
  const [last] = states
  if (isReady || (!isBackingOff && (last === undefined || restarts < RESTARTS))) return undefined
  const code = last === undefined ? undefined : countAt(status, `${last}.exitCode`)
  const reason = last === undefined ? undefined : textAt(status, `${last}.reason`)
  const counted = `${restarts} ${restarts === 1 ? 'restart' : 'restarts'}`
  const exit = code === undefined ? '' : `exit code ${code}`
  const message =
    reason === 'OOMKilled'
      ? `${label} exceeds its memory limit: OOMKilled (${exit}), ${counted}`
      : `${label} keeps exiting${exit ? ` with ${exit}${reason && reason !== 'Error' ? ` (${reason})` : ''}` : ''}, ${counted}`
  return {
    kind: 'crash',
    container: textAt(status, 'name') ?? '',
    message,
    evidence: [
      ...(isBackingOff ? [waitingEvidence(pod, path, status)] : []),
      { on: pod, path: `${path}.restartCount`, value: String(restarts) },
      ...(last ? [{ on: pod, path: `${path}.${last}`, value: [reason, exit].filter(Boolean).join(', ') }] : []),
    ],
  }
}

function waitingEvidence(on: GraphNode, path: string, status: unknown): FindingEvidence {
  const [reason = '', message] = [textAt(status, 'state.waiting.reason'), textAt(status, 'state.waiting.message')]
  return { on, path: `${path}.state.waiting`, value: message ? `${reason}: ${message}` : reason }
}

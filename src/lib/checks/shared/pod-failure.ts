// SPDX-License-Identifier: Apache-2.0
import { hasLastedFor, isYoungerThan } from '../../model/check/age.ts'
import type { FindingEvidence } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../model/check/evidence.ts'
import type { WarningEvent } from '../../model/check/warning-event.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { fieldAt, textAt } from '../../model/object/fields.ts'
import { containerFailure, containerStatuses, type PodFailure } from './container-failure.ts'

/** In minutes: a Pod may take this long to be scheduled and to pull its images, and this long to become ready. */
const STARTING = 2
const READY = 5

export function podFailure(pod: GraphNode, events: readonly WarningEvent[], now: number): PodFailure | undefined {
  if (pod.object?.metadata.deletionTimestamp) return stuckDeleting(pod, now)
  if (textAt(pod.object, 'status.phase') === 'Failed') return ended(pod)
  if (isYoungerThan(pod, STARTING, now)) return undefined
  return (
    unschedulable(pod) ??
    containerFailure(pod, events) ??
    notCreated(pod, events) ??
    (isYoungerThan(pod, READY, now) ? undefined : notReady(pod, events, now))
  )
}

/** The node does not confirm that the Pod ended: it is lost or hangs. */
function stuckDeleting(pod: GraphNode, now: number): PodFailure | undefined {
  if (!hasLastedFor(pod.object?.metadata.deletionTimestamp, READY, now)) return undefined
  const node = textAt(pod.object, 'spec.nodeName')
  return {
    kind: 'evicted',
    message: `being deleted, but ${node ? `node ${node} does not confirm that it has stopped` : 'it does not stop'}`,
    evidence: [fieldProof(pod, 'metadata.deletionTimestamp'), fieldProof(pod, 'spec.nodeName')],
  }
}

/** Reasons that the kubelet and the node controller set; any other failed Pod ended by itself. */
const EVICTED =
  /^(Evicted|NodeLost|NodeShutdown|Terminated|Shutdown|Preempting|NodeAffinity|OutOf\w+|UnexpectedAdmissionError)$/

function ended(pod: GraphNode): PodFailure {
  const reason = textAt(pod.object, 'status.reason') ?? ''
  const target = conditionOf(pod, 'DisruptionTarget')
  const isEvicted = EVICTED.test(reason) || target?.status === 'True'
  const message = textAt(pod.object, 'status.message') ?? target?.message
  if (!isEvicted) return containerFailure(pod, []) ?? { ...endedByItself(pod, reason), message: message ?? 'it failed' }
  const node = textAt(pod.object, 'spec.nodeName')
  return {
    kind: 'evicted',
    message: `${reason || target?.reason || 'Evicted'}${node ? ` from node ${node}` : ''}: ${message || 'no reason given'}`,
    evidence: [
      fieldProof(pod, 'status.phase'),
      fieldProof(pod, 'status.reason'),
      fieldProof(pod, 'status.message'),
      fieldProof(pod, 'spec.nodeName'),
    ],
  }
}

const endedByItself = (pod: GraphNode, reason: string) =>
  ({
    kind: 'crash',
    evidence: [{ on: pod, path: 'status.phase', value: ['Failed', reason].filter(Boolean).join(', ') }],
  }) as const

function unschedulable(pod: GraphNode): PodFailure | undefined {
  const scheduled = conditionOf(pod, 'PodScheduled')
  if (scheduled?.status !== 'False') return undefined
  const message = scheduled.message || scheduled.reason
  return { kind: 'unschedulable', message, evidence: [conditionProof(pod, 'PodScheduled')] }
}

const NOT_CREATED = /^(FailedMount|FailedAttachVolume|FailedCreatePodSandBox|FailedMapVolume|NetworkNotReady)$/

/** A volume or the network is not there: the containers stay in ContainerCreating, only an event names the reason. */
function notCreated(pod: GraphNode, events: readonly WarningEvent[]): PodFailure | undefined {
  if (textAt(pod.object, 'status.phase') !== 'Pending') return undefined
  const event = events.find(({ reason }) => NOT_CREATED.test(reason))
  return event && { kind: 'config', message: event.message, evidence: [eventEvidence(pod, event)] }
}

function notReady(pod: GraphNode, events: readonly WarningEvent[], now: number): PodFailure | undefined {
  const ready = conditionOf(pod, 'Ready')
  // No kubelet has reported on it yet.
  if (!ready && containerStatuses(pod).length === 0) return undefined
  // A Pod of a Job runs until it ends and receives no requests.
  if (ready?.status === 'True' || isOfJob(pod) || (ready?.since && !hasLastedFor(ready.since, READY, now)))
    return undefined
  const probe = events.find(({ reason }) => reason === 'Unhealthy')
  const open = containerStatuses(pod).find(
    ({ status, label }) =>
      status['ready'] !== true && (!label.startsWith('init') || fieldAt(status, 'state.terminated') === undefined),
  )
  const subject = open?.label ?? 'the Pod'
  const isInit = subject.startsWith('init')
  const reason = textAt(open?.status, 'state.waiting.reason')
  return {
    kind: 'not-ready',
    message: probe
      ? `${subject} ${isInit ? 'has not finished' : 'is not ready'}: ${probe.message}`
      : `${subject} ${isInit ? 'has not finished' : 'runs but is not ready'}${reason ? ` (${reason})` : ''}`,
    evidence: [conditionProof(pod, 'Ready'), ...(probe ? [eventEvidence(pod, probe)] : [])],
    ...(open ? { container: textAt(open.status, 'name') ?? '' } : {}),
  }
}

const isOfJob = ({ object }: GraphNode) => object?.metadata.ownerReferences?.some(({ kind }) => kind === 'Job') === true

export const eventEvidence = (on: GraphNode, { reason, message, first }: WarningEvent): FindingEvidence => ({
  on,
  path: `events[${reason}]`,
  value: message,
  ...(first ? { since: first } : {}),
})

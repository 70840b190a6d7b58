// SPDX-License-Identifier: Apache-2.0
import type { CheckContext, CheckFinding } from '../../model/check/check.ts'
import { kubectl, type NextStep } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import type { PodFailure, PodFailureKind } from './container-failure.ts'
import { podFailure } from './pod-failure.ts'

export const POD_OWNERS = ['Deployment.apps', 'StatefulSet.apps', 'DaemonSet.apps', 'Job.batch'] as const

/** What the checks about Pods read beside the workloads. */
export const POD_INPUTS = ['ReplicaSet.apps', 'Pod', 'Event'] as const

const DIRECT_OWNERS = ['ReplicaSet.apps', 'StatefulSet.apps', 'DaemonSet.apps', 'Job.batch'] as const

interface FailingPod {
  readonly pod: GraphNode
  readonly failure: PodFailure
  readonly owner: GraphNode
}

/** Findings about Pods of unhealthy workloads that fail in one way: one for each owner, as its Pods fail alike. */
export function* podFindings(
  context: CheckContext,
  mode: string,
  kind: PodFailureKind,
  next: (pod: GraphNode, container: string | undefined) => readonly NextStep[] = () => [],
): Iterable<CheckFinding> {
  const failing = context.of('Pod').flatMap((pod): FailingPod[] => {
    const owner = DIRECT_OWNERS.flatMap((one) => context.into(pod, one)).find((one) => !isFine(context.own(one).state))
    const failure = owner && podFailure(pod, context.events(pod), context.now)
    return owner && failure?.kind === kind ? [{ pod, failure, owner }] : []
  })
  for (const [first, ...others] of Map.groupBy(failing, ({ owner }) => owner.id).values()) {
    if (!first) continue
    const { pod, failure } = first
    const { message, evidence, container } = failure
    const more =
      others.length === 0
        ? ''
        : `; ${others.length} more ${others.length === 1 ? 'Pod fails' : 'Pods fail'} for the same reason`
    yield {
      mode,
      subject: pod,
      message: `${message}${more}`,
      evidence,
      affects: [...others.map((other) => other.pod), first.owner],
      next: next(pod, container),
    }
  }
}

/** The log of a container, with that of its last run where it keeps exiting. */
export const containerLog = (pod: GraphNode, container: string | undefined, ...flags: readonly string[]): NextStep =>
  kubectl(pod, 'logs', pod.name, ...(container ? ['-c', container] : []), '--tail=50', ...flags)

// SPDX-License-Identifier: Apache-2.0
import { hasLastedFor } from '../../model/check/age.ts'
import type { Check, CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { conditionOf, conditionProof } from '../../model/check/evidence.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { POD_INPUTS, POD_OWNERS } from '../shared/failing-pods.ts'
import { eventEvidence } from '../shared/pod-failure.ts'
import { type PodRefusal, podRefusal, type WebhookService } from '../shared/pod-refusal.ts'

export const podRefused: Check = {
  id: 'pod-refused',
  category: 'workloads',
  severity: 'error',
  title: 'API server refuses to create Pods',
  why: 'A quota is exhausted, an admission webhook denies the Pods or cannot be called, Pod Security forbids them, or their ServiceAccount does not exist. The workload gets no new Pods until that is fixed.',
  fix: 'As the message says: raise the quota or free what uses it; restore the Pods of the webhook; change the Pod template or the Pod Security level of the namespace; or create the ServiceAccount. The controller retries on its own.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE describe replicaset NAME',
    'kubectl --context CONTEXT -n NAMESPACE get events --field-selector reason=FailedCreate',
    'kubectl --context CONTEXT -n NAMESPACE describe resourcequotas',
  ],
  modes: ['F146'],
  about: POD_OWNERS,
  beside: POD_INPUTS,
  reasons: ['FailedCreate', 'ReplicaFailure'],
  // The finding says which workload lacks Pods; how bad that is, the workload counts itself.
  effect: 'note',
  *run(context) {
    for (const workload of POD_OWNERS.flatMap((kind) => context.of(kind))) {
      if (isFine(context.own(workload).state)) continue
      const refused = refusalOf(context, workload)
      if (!refused) continue
      const { refusal, evidence } = refused
      const backends = backendsOf(context, workload, refusal.service)
      const [backend] = backends
      yield {
        mode: 'F146',
        subject: backend ?? workload,
        message: backend
          ? `webhook ${refusal.webhook} has no ready Pod, and the API server refuses the Pods of ${workload.kind} ${workload.name}: ${refusal.message}`
          : `the API server refuses its Pods: ${refusal.message}`,
        evidence: [
          ...evidence,
          ...backends.map((on) => ({
            on,
            path: 'status.readyReplicas',
            value: context.own(on).message ?? 'none ready',
          })),
        ],
        ...(backend ? { affects: [workload] } : {}),
        next: refusal.next,
      }
    }
  },
}

/** Events of an older refusal stay for an hour. */
const RECENT = 30

function refusalOf(
  context: CheckContext,
  workload: GraphNode,
): { readonly refusal: PodRefusal; readonly evidence: readonly FindingEvidence[] } | undefined {
  for (const on of [workload, ...context.out(workload, 'ReplicaSet.apps')]) {
    const failure = conditionOf(on, 'ReplicaFailure')
    if (failure?.status === 'True')
      return { refusal: podRefusal(workload, failure.message), evidence: [conditionProof(on, 'ReplicaFailure')] }
    const event = context.events(on).find(({ reason }) => reason === 'FailedCreate')
    if (event && !hasLastedFor(event.last, RECENT, context.now))
      return { refusal: podRefusal(workload, event.message), evidence: [eventEvidence(on, event)] }
  }
  return undefined
}

/** Workloads without ready Pods in the namespace of the webhook's Service. */
const backendsOf = (context: CheckContext, { cluster }: GraphNode, service: WebhookService | undefined) =>
  service === undefined
    ? []
    : POD_OWNERS.flatMap((kind) => context.of(kind)).filter(
        (node) =>
          node.cluster.label === cluster.label &&
          node.namespace === service.namespace &&
          context.own(node).state === 'failed',
      )

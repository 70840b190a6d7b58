// SPDX-License-Identifier: Apache-2.0

import { isYoungerThan } from '../../../model/check/age.ts'
import type { Check, CheckContext, CheckFinding, FindingEvidence } from '../../../model/check/check.ts'
import { conditionOf, conditionProof } from '../../../model/check/evidence.ts'
import { kubectl } from '../../../model/check/next-step.ts'
import type { GraphNode } from '../../../model/graph/graph.ts'
import { labelAt } from '../../../model/object/fields.ts'

const KIND = 'Memcached.memcached.c5c3.io'

/** Memcached without its operator is a plain workload, recognised by a label. */
const POD_OWNERS: readonly string[] = ['StatefulSet.apps', 'Deployment.apps']

export const cacheNotReady: Check = {
  id: 'cache-not-ready',
  category: 'control-plane',
  severity: 'error',
  title: 'Memcached is not ready',
  why: 'Keystone keeps tokens in Memcached, and the ControlPlane creates nothing else until it is ready. With some of the replicas down, logins only become slow.',
  fix: 'If spec.replicas is 0, set it to the number of replicas you need. Otherwise check its Pods. With SecretNotFound, create the Secret that its spec names (TLS or SASL).',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE describe memcached NAME',
    'kubectl --context CONTEXT -n NAMESPACE get pods',
  ],
  modes: ['F54'],
  about: [KIND, ...POD_OWNERS],
  clusters: ['control-plane'],
  reasons: ['WaitingForCache', 'MemcachedNotReady', 'SecretNotFound'],
  *run(context) {
    for (const node of context.of(KIND)) yield* checkCache(context, node)
    for (const node of POD_OWNERS.flatMap((kind) => context.of(kind)))
      if (isMemcachedWorkload(node) && context.into(node, KIND).length === 0) yield* checkCache(context, node)
  },
}

function* checkCache(context: CheckContext, node: GraphNode): Iterable<CheckFinding> {
  const { state, message, reason } = context.own(node)
  if ((state !== 'failed' && state !== 'degraded') || isYoungerThan(node, 10, context.now)) return
  const degraded = conditionOf(node, 'Degraded')
  const degradedCondition = degraded?.status === 'True' ? degraded : undefined
  yield {
    mode: 'F54',
    subject: node,
    severity: state === 'failed' ? 'error' : 'warning',
    message: degradedCondition?.message || message || reason || 'the cache is not ready',
    evidence: [
      ...(conditionOf(node, 'Ready') ? [conditionProof(node, 'Ready')] : []),
      ...(degradedCondition ? [conditionProof(node, 'Degraded')] : []),
      ...ownEvidence(context, node),
    ],
    next: [kubectl(node, 'get', 'pods', '-o', 'wide')],
  }
}

/** The evidence of its health that the conditions above do not cover. */
function ownEvidence(context: CheckContext, node: GraphNode): readonly FindingEvidence[] {
  return (context.own(node).evidence ?? [])
    .filter(({ path }) => !path.startsWith('status.conditions'))
    .map(({ path, value }) => ({ on: node, path, value }))
}

const isMemcachedWorkload = ({ object }: GraphNode) =>
  labelAt(object, 'app') === 'memcached' || labelAt(object, 'app.kubernetes.io/name') === 'memcached'

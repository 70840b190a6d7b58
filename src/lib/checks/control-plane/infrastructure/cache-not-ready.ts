// SPDX-License-Identifier: Apache-2.0

import { isYoungerThan } from '../../../model/check/age.ts'
import type { Check, CheckContext, CheckFinding, FindingEvidence } from '../../../model/check/check.ts'
import { conditionOf, conditionProof } from '../../../model/check/evidence.ts'
import { kubectl } from '../../../model/check/next-step.ts'
import type { GraphNode } from '../../../model/graph/graph.ts'
import { labelAt } from '../../../model/object/fields.ts'

const KIND = 'Memcached.memcached.c5c3.io'

/** Memcached without its operator is a plain workload that says by a label what it is. */
const WORKLOADS: readonly string[] = ['StatefulSet.apps', 'Deployment.apps']

export const cacheNotReady: Check = {
  id: 'cache-not-ready',
  category: 'control-plane',
  severity: 'error',
  title: 'Memcached is not ready',
  why: 'Keystone keeps tokens in Memcached and the ControlPlane waits for it before anything else is made. With some of it left, logins only become slow.',
  fix: 'Look at its Pods. With SecretNotFound, create the Secret that its spec names (TLS or SASL).',
  byHand: ['kubectl -n NAMESPACE describe memcached NAME', 'kubectl -n NAMESPACE get pods'],
  modes: ['F54'],
  about: [KIND, ...WORKLOADS],
  reasons: ['WaitingForCache', 'MemcachedNotReady', 'SecretNotFound'],
  *run(sight) {
    for (const node of sight.of(KIND)) yield* lookAt(sight, node)
    for (const node of WORKLOADS.flatMap((kind) => sight.of(kind)))
      if (isPlain(node) && sight.into(node, KIND).length === 0) yield* lookAt(sight, node)
  },
}

function* lookAt(sight: CheckContext, node: GraphNode): Iterable<CheckFinding> {
  const { state, message, reason } = sight.own(node)
  if ((state !== 'failed' && state !== 'degraded') || isYoungerThan(node, 10, sight.now)) return
  const degraded = conditionOf(node, 'Degraded')
  const told = degraded?.status === 'True' ? degraded : undefined
  yield {
    mode: 'F54',
    subject: node,
    severity: state === 'failed' ? 'error' : 'warning',
    message: told?.message || message || reason || 'the cache is not ready',
    evidence: [
      ...(conditionOf(node, 'Ready') ? [conditionProof(node, 'Ready')] : []),
      ...(told ? [conditionProof(node, 'Degraded')] : []),
      ...ownEvidence(sight, node),
    ],
    next: [kubectl(node, 'get', 'pods', '-o', 'wide')],
  }
}

/** What its health was read from, where no condition above says the same. */
function ownEvidence(sight: CheckContext, node: GraphNode): readonly FindingEvidence[] {
  return (sight.own(node).evidence ?? [])
    .filter(({ path }) => !path.startsWith('status.conditions'))
    .map(({ path, value }) => ({ on: node, path, value }))
}

const isPlain = ({ object }: GraphNode) =>
  labelAt(object, 'app') === 'memcached' || labelAt(object, 'app.kubernetes.io/name') === 'memcached'

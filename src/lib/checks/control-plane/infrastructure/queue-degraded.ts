// SPDX-License-Identifier: Apache-2.0

import { hasLastedFor, isStatusCurrent, isYoungerThan } from '../../../model/check/age.ts'
import type { Check } from '../../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../../model/check/evidence.ts'
import { kubectl } from '../../../model/check/next-step.ts'
import { textAt } from '../../../model/object/fields.ts'

export const queueDegraded: Check = {
  id: 'queue-degraded',
  category: 'control-plane',
  severity: 'error',
  title: 'RabbitMQ has lost members or its quorum',
  why: 'Nova, Neutron and Cinder communicate over RabbitMQ. With its quorum at risk, the loss of one more Pod stops all of them; without a quorum they have stopped.',
  fix: 'If spec.replicas is 0, set it back to its former value. Otherwise restore the missing Pod (check its node and volume). Do not restart the other members: each of them is needed for the quorum.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get rabbitmqcluster NAME -o yaml',
    'kubectl --context CONTEXT -n NAMESPACE get pods -l app.kubernetes.io/name=NAME -o wide',
  ],
  modes: ['F53'],
  about: ['RabbitmqCluster.rabbitmq.com'],
  reasons: ['NotAllPodsReady', 'NoEndpointsAvailable'],
  *run(context) {
    for (const node of context.of('RabbitmqCluster.rabbitmq.com')) {
      if (!isStatusCurrent(node) || isYoungerThan(node, 10, context.now)) continue
      const isScaledToZero = context.own(node).reason === 'ScaledToZero'
      const [replicas, available] = [conditionOf(node, 'AllReplicasReady'), conditionOf(node, 'ClusterAvailable')]
      const quorum = textAt(node.object, 'status.quorumStatus') ?? 'ok'
      const isDown = isScaledToZero || available?.status === 'False' || !quorum.startsWith('ok')
      const isShort = replicas?.status === 'False' && hasLastedFor(replicas.since, 5, context.now)
      if (!isDown && !isShort) continue
      const messages = [replicas, available].flatMap((condition) =>
        condition?.status === 'False' ? [condition.message || condition.reason] : [],
      )
      yield {
        mode: 'F53',
        subject: node,
        severity: isDown ? 'error' : 'warning',
        message: [
          ...(isScaledToZero ? ['spec.replicas is 0'] : []),
          ...(quorum.startsWith('ok') ? [] : [quorum]),
          ...messages,
        ].join('; '),
        evidence: [
          ...(isScaledToZero ? [fieldProof(node, 'spec.replicas')] : []),
          fieldProof(node, 'status.quorumStatus'),
          ...[replicas, available].flatMap((condition) =>
            condition?.status === 'False' ? [conditionProof(node, condition.type)] : [],
          ),
        ],
        next: [kubectl(node, 'get', 'pods', '-l', `app.kubernetes.io/name=${node.name}`, '-o', 'wide')],
      }
    }
  },
}

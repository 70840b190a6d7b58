// SPDX-License-Identifier: Apache-2.0
import { hasLastedFor } from '../../model/check/age.ts'
import type { Check } from '../../model/check/check.ts'
import { conditionOf, conditionProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { COUNTED_POOL_KINDS, SHOOT, shortOf } from '../shared/pool-members.ts'

const PRESSURES = ['DiskPressure', 'MemoryPressure', 'PIDPressure', 'NetworkUnavailable']

/** In minutes: the kubelet frees disk and memory by itself within this time. */
const PATIENCE = 5

export const nodeUnderPressure: Check = {
  id: 'node-under-pressure',
  category: 'clusters',
  severity: 'error',
  effect: 'degrades',
  title: 'Node is under pressure or has no network',
  why: 'The kubelet evicts Pods from the node, OpenStack agents among them, and accepts no new ones. Instances on the host keep running until something else fails.',
  fix: 'Free the resource that the condition names: remove old images, logs and core dumps from the disk, or find the process that uses the memory. If that does not help, evacuate the host.',
  byHand: [
    'kubectl --context CONTEXT describe node NAME',
    'kubectl --context CONTEXT get pods -A --field-selector spec.nodeName=NAME',
  ],
  modes: ['F148'],
  about: ['Node'],
  beside: [SHOOT, ...COUNTED_POOL_KINDS],
  reasons: ['KubeletHasDiskPressure', 'KubeletHasInsufficientMemory', 'KubeletHasInsufficientPID'],
  *run(context) {
    for (const node of context.of('Node')) {
      const types = PRESSURES.filter((type) => hasPressure(node, type, context.now))
      if (types.length === 0 || context.own(node).state !== 'degraded') continue
      const messages = types.map((type) => conditionOf(node, type)?.message || type)
      yield {
        mode: 'F148',
        subject: node,
        message: `${types.join(', ')}: ${messages.join('; ')}`,
        evidence: types.map((type) => conditionProof(node, type)),
        affects: shortOf(context, node),
        next: [
          kubectl(
            { cluster: node.cluster },
            'get',
            'pods',
            '-A',
            '-o',
            'wide',
            '--field-selector',
            `spec.nodeName=${node.name}`,
          ),
        ],
      }
    }
  },
}

function hasPressure(node: GraphNode, type: string, now: number): boolean {
  const condition = conditionOf(node, type)
  return condition?.status === 'True' && hasLastedFor(condition.since, PATIENCE, now)
}

// SPDX-License-Identifier: Apache-2.0

import type { Check, CheckContext } from '../../model/check/check.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { labelAt } from '../../model/object/fields.ts'
import { objectArgs } from '../../model/text/command.ts'
import { HOUR, isOlder } from '../../model/text/time.ts'
import { COUNTED_POOL_KINDS, HYPERVISORS, poolHypervisors, SHOOT, shortOf } from '../shared/pool-members.ts'

/** The operator creates a Hypervisor for every node with this label. */
const DRIVER = 'nova.openstack.cloud.sap/virt-driver'
const ROLE = 'node-role.kubernetes.io/hypervisor'
const POOL = 'worker.gardener.cloud/pool'

export const nodeWithoutHypervisor: Check = {
  id: 'node-without-hypervisor',
  category: 'hypervisors',
  severity: 'error',
  effect: 'degrades',
  title: 'Node is not registered as a hypervisor',
  why: 'The node runs but accepts no instances: the hypervisor operator creates a Hypervisor only for nodes with its label, and the agents are placed by the same label.',
  fix: 'Add the label to the worker group of the Shoot, so that every new node gets it; label the existing node manually.',
  byHand: [
    'kubectl --context CONTEXT get nodes -L nova.openstack.cloud.sap/virt-driver',
    'kubectl --context CONTEXT get hypervisors.kvm.cloud.sap',
  ],
  modes: ['F35'],
  about: HYPERVISORS,
  beside: ['Node', SHOOT, ...COUNTED_POOL_KINDS],
  *run(context) {
    const groups = groupsOf(context)
    for (const node of context.of('Node')) {
      const sample = groups.get(groupOf(node))
      if (!sample || HYPERVISORS.some((kind) => context.out(node, kind).length > 0)) continue
      if (!HYPERVISORS.some((kind) => context.isRead(kind, node.cluster))) continue
      // Nodes in maintenance or with problems belong to other checks; a new node may still be joining.
      if (context.own(node).state !== 'healthy' || !isOlder(node.object?.metadata.creationTimestamp, HOUR, context.now))
        continue
      const driver = labelAt(node.object, DRIVER)
      yield {
        mode: 'F35',
        subject: node,
        message:
          driver === undefined
            ? `lacks the label ${DRIVER}, which ${sample.name} and the other nodes of its pool have`
            : 'the hypervisor operator has not created a Hypervisor for it',
        evidence: [
          { on: node, path: `metadata.labels[${DRIVER}]`, value: driver ?? 'absent' },
          {
            on: node,
            path: `metadata.labels[${ROLE}]`,
            value: labelAt(node.object, ROLE) === undefined ? 'absent' : 'present',
          },
          { on: sample, path: `metadata.labels[${DRIVER}]`, value: labelAt(sample.object, DRIVER) ?? 'absent' },
        ],
        affects: shortOf(context, node),
        next: [
          {
            ...kubectl(
              { cluster: node.cluster },
              'label',
              ...objectArgs('node', node.name),
              `${DRIVER}=${labelAt(sample.object, DRIVER) || 'kvm'}`,
            ),
            why: 'until the node is replaced; the worker labels of the Shoot make it permanent',
          },
        ],
      }
    }
  },
}

const groupOf = (node: GraphNode) => `${node.cluster.label} ${labelAt(node.object, POOL) ?? ''}`

/** Worker groups of hypervisors, each with a node that is one. */
function groupsOf(context: CheckContext): ReadonlyMap<string, GraphNode> {
  const groups = new Map<string, GraphNode>()
  for (const hypervisor of poolHypervisors(context)) {
    for (const node of context.into(hypervisor, 'Node')) {
      const group = groupOf(node)
      if (node.source === 'live' && !groups.has(group)) groups.set(group, node)
    }
  }
  return groups
}

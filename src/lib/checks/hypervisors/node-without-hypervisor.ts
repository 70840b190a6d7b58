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
  title: 'A node of a hypervisor pool is no hypervisor',
  why: 'It runs and is paid for, and takes no instances: the hypervisor operator makes a Hypervisor only of nodes that carry its label, and the agents are placed by it, too.',
  fix: 'Add the label to the worker group of the Shoot, so that every new node gets it; label the node that is there by hand.',
  byHand: ['kubectl get nodes -L nova.openstack.cloud.sap/virt-driver', 'kubectl get hypervisors.kvm.cloud.sap'],
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
            ? `it lacks the label ${DRIVER}, which ${sample.name} and the others of its pool carry`
            : 'the hypervisor operator has made no Hypervisor of it',
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
            why: 'until the node is replaced; the Shoot’s worker labels make it last',
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

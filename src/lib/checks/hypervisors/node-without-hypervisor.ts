// SPDX-License-Identifier: Apache-2.0

import type { Check, CheckContext } from '../../model/check/check.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { labelAt } from '../../model/object/fields.ts'
import { objectArgs } from '../../model/text/command.ts'
import { HOUR, isOlder } from '../../model/text/time.ts'
import { COUNTED_POOL_KINDS, HYPERVISORS, poolHypervisors, SHOOT, shortOf } from '../shared/pool-members.ts'

/** The operator makes a Hypervisor of every node with this label. */
const DRIVER = 'nova.openstack.cloud.sap/virt-driver'
const ROLE = 'node-role.kubernetes.io/hypervisor'
const POOL = 'worker.gardener.cloud/pool'

export const nodeWithoutHypervisor: Check = {
  id: 'node-without-hypervisor',
  category: 'hypervisors',
  severity: 'error',
  title: 'A node of a hypervisor pool is no hypervisor',
  why: 'It runs and is paid for, and takes no instances: the hypervisor operator makes a Hypervisor only of nodes that carry its label, and the agents are placed by it, too.',
  fix: 'Add the label to the worker group of the Shoot, so that every new node gets it; label the node that is there by hand.',
  byHand: ['kubectl get nodes -L nova.openstack.cloud.sap/virt-driver', 'kubectl get hypervisors.kvm.cloud.sap'],
  modes: ['F35'],
  about: HYPERVISORS,
  beside: ['Node', SHOOT, ...COUNTED_POOL_KINDS],
  *run(sight) {
    const groups = groupsOf(sight)
    for (const node of sight.of('Node')) {
      const group = groups.get(groupOf(node))
      if (!group || HYPERVISORS.some((kind) => sight.out(node, kind).length > 0)) continue
      if (!HYPERVISORS.some((kind) => sight.isRead(kind, node.cluster))) continue
      // A node in maintenance or out of order has another story; a new one is not through with joining.
      if (sight.own(node).state !== 'healthy' || !isOlder(node.object?.metadata.creationTimestamp, HOUR, sight.now))
        continue
      const driver = labelAt(node.object, DRIVER)
      yield {
        mode: 'F35',
        subject: node,
        message:
          driver === undefined
            ? `it lacks the label ${DRIVER}, which ${group.name} and the others of its pool carry`
            : 'the hypervisor operator has made no Hypervisor of it',
        evidence: [
          { on: node, path: `metadata.labels[${DRIVER}]`, value: driver ?? 'absent' },
          {
            on: node,
            path: `metadata.labels[${ROLE}]`,
            value: labelAt(node.object, ROLE) === undefined ? 'absent' : 'present',
          },
          { on: group, path: `metadata.labels[${DRIVER}]`, value: labelAt(group.object, DRIVER) ?? 'absent' },
        ],
        affects: shortOf(sight, node),
        next: [
          {
            ...kubectl(
              { cluster: node.cluster },
              'label',
              ...objectArgs('node', node.name),
              `${DRIVER}=${labelAt(group.object, DRIVER) || 'kvm'}`,
            ),
            why: 'until the node is replaced; the Shoot’s worker labels make it last',
          },
        ],
      }
    }
  },
}

/** A worker group of one cluster. */
const groupOf = (node: GraphNode) => `${node.cluster.label} ${labelAt(node.object, POOL) ?? ''}`

/** Worker groups that consist of hypervisors, with a node that is one. */
function groupsOf(sight: CheckContext): ReadonlyMap<string, GraphNode> {
  const groups = new Map<string, GraphNode>()
  for (const hypervisor of poolHypervisors(sight)) {
    for (const node of sight.into(hypervisor, 'Node')) {
      const group = groupOf(node)
      if (node.source === 'live' && !groups.has(group)) groups.set(group, node)
    }
  }
  return groups
}

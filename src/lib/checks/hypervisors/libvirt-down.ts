// SPDX-License-Identifier: Apache-2.0
import { failedNodeService, NODE_SERVICES } from '../../kinds/hypervisor-operator/node-agent.ts'
import type { Check, CheckContext } from '../../model/check/check.ts'
import { conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { type Condition, conditionsOf } from '../../model/object/conditions.ts'
import { COUNTED_POOL_KINDS, HYPERVISORS, isNodeDown, poolHypervisors, SHOOT, shortOf } from '../shared/pool-members.ts'

export const libvirtDown: Check = {
  id: 'libvirt-down',
  category: 'hypervisors',
  severity: 'error',
  title: 'libvirt or Open vSwitch is down on a host',
  why: 'Running instances keep running, but the host cannot start, stop or move any; without Open vSwitch their network stops. The Hypervisor stays Ready: the node agent reports this in separate conditions.',
  fix: 'Log in to the host, read the journal of the service and start it. If all hosts of a pool report it, check what was rolled out last: an operating system update or a certificate.',
  byHand: [
    "kubectl --context CONTEXT get hypervisors.kvm.cloud.sap NAME -o jsonpath='{.status.conditions}'",
    'journalctl -u libvirtd.service -u openvswitch-switch.service   # on the host',
  ],
  modes: [],
  about: HYPERVISORS,
  beside: ['Node', SHOOT, ...COUNTED_POOL_KINDS],
  reasons: ['ConnectFailed', 'LibVirtServiceNotRunning', 'ProcessFailed'],
  *run(context) {
    const failures = poolHypervisors(context).flatMap((node) => failureOf(context, node))
    const groups = Map.groupBy(failures, ({ node, condition: { type, reason } }) =>
      [node.cluster.label, type, reason].join(' '),
    )
    for (const group of groups.values()) {
      const [first] = group
      if (!first) continue
      const { node, condition } = first
      const nodes = group.map((one) => one.node)
      const says = condition.message || `${condition.type} is False (${condition.reason})`
      yield {
        mode: '',
        subject: node,
        message: nodes.length > 1 ? `${says}; the same on ${nodes.length - 1} more hosts` : says,
        evidence: [
          ...NODE_SERVICES.filter((type) => conditionsOfNode(node)?.saying(type, 'False')).map((type) =>
            conditionProof(node, type),
          ),
          fieldProof(node, 'status.numInstances'),
          ...nodes.slice(1, 3).map((other) => conditionProof(other, condition.type)),
        ],
        affects: [...nodes.slice(1), ...nodes.flatMap((one) => shortOf(context, one))],
        standsAlone: true,
        next: [kubectl({ cluster: node.cluster }, 'get', `hypervisors.${node.group}`)],
      }
    }
  },
}

const conditionsOfNode = ({ object }: GraphNode) => object && conditionsOf(object)

/** Only where the host itself counts it as a failure: not in maintenance, and not while a service restarts. */
function failureOf(
  context: CheckContext,
  node: GraphNode,
): readonly { readonly node: GraphNode; readonly condition: Condition }[] {
  const conditions = conditionsOfNode(node)
  const condition = conditions && failedNodeService(conditions)
  if (!condition || context.own(node).state !== 'failed' || isNodeDown(context, node)) return []
  return context.own(node).evidence?.some(({ path }) => path === `status.conditions[${condition.type}]`)
    ? [{ node, condition }]
    : []
}

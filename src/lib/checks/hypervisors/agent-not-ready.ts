// SPDX-License-Identifier: Apache-2.0
import type { Check, CheckContext } from '../../model/check/check.ts'
import { conditionOf, fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { countAt, entriesAt, listAt, textAt } from '../../model/object/fields.ts'
import { isOlder, MINUTE } from '../../model/text/time.ts'
import { agentOf, DAEMONS } from '../shared/node-agents.ts'
import {
  COUNTED_POOL_KINDS,
  HYPERVISORS,
  isNodeDown,
  networksOf,
  OVN,
  poolHypervisors,
  poolOf,
  SHOOT,
  shortOf,
} from '../shared/pool-members.ts'

const NOVA = 'Nova.nova.openstack.c5c3.io'
const CHASSIS = 'OVNChassis.ovn.c5c3.io'

/** On a new node all agents start at the same time. */
const JOINING = 10 * MINUTE

export const agentNotReady: Check = {
  id: 'agent-not-ready',
  category: 'hypervisors',
  severity: 'error',
  effect: 'degrades',
  title: 'Node agent is not ready on some hosts',
  why: 'Without the agent the host starts no instances, has no network for them, or is not monitored. Usual causes are an image that cannot be pulled, a missing certificate or Secret, or the taint of a host that is being offboarded.',
  fix: 'Check the Pods of the DaemonSet that are not ready: the events of a Pending one, the log of one that restarts.',
  byHand: [
    'kubectl --context CONTEXT get daemonsets -A',
    'kubectl --context CONTEXT -n NAMESPACE get pods -o wide -l LABEL',
    'kubectl --context CONTEXT -n NAMESPACE describe pod POD',
  ],
  modes: ['F36'],
  about: [DAEMONS],
  beside: ['Node', ...HYPERVISORS, ...COUNTED_POOL_KINDS, SHOOT, NOVA, OVN, CHASSIS],
  clusters: ['hypervisor'],
  *run(context) {
    for (const daemons of context.of(DAEMONS)) {
      const agent = agentOf(daemons, context.agents)
      const gap = gapOf(context, daemons)
      if (!agent || gap <= 0) continue
      const [desired, ready] = ['status.desiredNumberScheduled', 'status.numberReady']
      const silentHosts = findSilentHosts(context, daemons)
      const selector = entriesAt(daemons.object, 'spec.selector.matchLabels').map(([key, value]) => `${key}=${value}`)
      yield {
        mode: 'F36',
        subject: daemons,
        message: `${agent.name} is ready on ${countAt(daemons.object, ready) ?? 0} of ${countAt(daemons.object, desired)} hosts`,
        evidence: [
          fieldProof(daemons, ready),
          fieldProof(daemons, desired),
          ...silentHosts.slice(0, 3).map((host) => fieldProof(host, 'status.libVirtVersion')),
        ],
        affects: [
          ...silentHosts,
          ...silentHosts.flatMap((host) => shortOf(context, host)),
          ...affectedBy(context, daemons, agent.name),
        ],
        next: [
          kubectl(daemons, 'get', 'pods', '-o', 'wide', ...(selector.length > 0 ? ['-l', selector.join(',')] : [])),
        ],
      }
    }
  },
}

/** Number of hosts without a ready agent that down or new nodes do not explain; 0 during a rollout. */
function gapOf(context: CheckContext, daemons: GraphNode): number {
  const desired = countAt(daemons.object, 'status.desiredNumberScheduled') ?? 0
  const updated = countAt(daemons.object, 'status.updatedNumberScheduled') ?? desired
  if (!['failed', 'degraded'].includes(context.own(daemons).state) || updated < desired) return 0
  const down = context
    .of('Node')
    .filter(
      (node) =>
        node.cluster.label === daemons.cluster.label &&
        (!isFine(context.own(node).state) || !isOlder(node.object?.metadata.creationTimestamp, JOINING, context.now)),
    )
  return desired - (countAt(daemons.object, 'status.numberReady') ?? 0) - down.length
}

/** Hosts whose libvirt is no longer queried. */
const findSilentHosts = (context: CheckContext, daemons: GraphNode) =>
  poolHypervisors(context).filter((host) => {
    if (host.cluster.label !== daemons.cluster.label || isNodeDown(context, host)) return false
    const version = textAt(host.object, 'status.libVirtVersion')
    return version?.toLowerCase() === 'unknown' || (version === undefined && !isFine(context.own(host).state))
  })

/** Objects that depend on this agent and report its absence. */
function affectedBy(context: CheckContext, daemons: GraphNode, agent: string): readonly GraphNode[] {
  const isInCluster = ({ cluster }: GraphNode) => cluster.label === daemons.cluster.label
  if (agent === 'nova-compute') return shortCells(context, poolHypervisors(context).filter(isInCluster))
  if (agent !== 'ovn-controller') return []
  const chassis = context.of(CHASSIS).filter((one) => isInCluster(one) && !isFine(context.own(one).state))
  const networks = networksOf(context, context.of('Node').find(isInCluster))
  return [...chassis, ...networks.filter((ovn) => conditionOf(ovn, 'ControllersReady')?.status === 'False')]
}

/** Unhealthy Novas that use the pool and count fewer hosts than it has. */
function shortCells(context: CheckContext, hosts: readonly GraphNode[]): readonly GraphNode[] {
  const [host] = hosts
  const pool = host && poolOf(context, host)
  return (pool ? context.into(pool, NOVA) : []).filter(
    (nova) =>
      !isFine(context.own(nova).state) &&
      listAt(nova.object, 'status.cells').some(
        (cell) => (countAt(cell, 'computeNodes') ?? hosts.length) < hosts.length,
      ),
  )
}

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

/** On a new node all agents start at once. */
const JOINING = 10 * MINUTE

export const agentNotReady: Check = {
  id: 'agent-not-ready',
  category: 'hypervisors',
  severity: 'error',
  title: 'A node agent does not run on every host',
  why: 'Without it the host starts no instances, or gives them no network, or is not watched. The usual causes are an image that cannot be pulled, a certificate or Secret that is missing, or the taint of a host that is being offboarded.',
  fix: 'Look at the Pods of the DaemonSet that are not ready: the events of one that is Pending, the log of one that restarts.',
  byHand: [
    'kubectl get daemonsets -A',
    'kubectl -n NAMESPACE get pods -o wide -l LABEL',
    'kubectl -n NAMESPACE describe pod POD',
  ],
  modes: ['F36'],
  about: [DAEMONS],
  beside: ['Node', ...HYPERVISORS, ...COUNTED_POOL_KINDS, SHOOT, NOVA, OVN, CHASSIS],
  *run(sight) {
    for (const daemons of sight.of(DAEMONS)) {
      const agent = agentOf(daemons, sight.agents)
      const gap = gapOf(sight, daemons)
      if (!agent || gap <= 0) continue
      const [wanted, ready] = ['status.desiredNumberScheduled', 'status.numberReady']
      const silent = silentHosts(sight, daemons)
      const selector = entriesAt(daemons.object, 'spec.selector.matchLabels').map(([key, value]) => `${key}=${value}`)
      yield {
        mode: 'F36',
        subject: daemons,
        message: `${agent.name} is ready on ${countAt(daemons.object, ready) ?? 0} of ${countAt(daemons.object, wanted)} hosts`,
        evidence: [
          fieldProof(daemons, ready),
          fieldProof(daemons, wanted),
          ...silent.slice(0, 3).map((host) => fieldProof(host, 'status.libVirtVersion')),
        ],
        affects: [
          ...silent,
          ...silent.flatMap((host) => shortOf(sight, host)),
          ...sufferers(sight, daemons, agent.name),
        ],
        next: [
          kubectl(daemons, 'get', 'pods', '-o', 'wide', ...(selector.length > 0 ? ['-l', selector.join(',')] : [])),
        ],
      }
    }
  },
}

/** Hosts without the agent that cannot be explained by nodes that are down or new; none while it is being replaced. */
function gapOf(sight: CheckContext, daemons: GraphNode): number {
  const wanted = countAt(daemons.object, 'status.desiredNumberScheduled') ?? 0
  const updated = countAt(daemons.object, 'status.updatedNumberScheduled') ?? wanted
  if (!['failed', 'degraded'].includes(sight.own(daemons).state) || updated < wanted) return 0
  const down = sight
    .of('Node')
    .filter(
      (node) =>
        node.cluster.label === daemons.cluster.label &&
        (!isFine(sight.own(node).state) || !isOlder(node.object?.metadata.creationTimestamp, JOINING, sight.now)),
    )
  return wanted - (countAt(daemons.object, 'status.numberReady') ?? 0) - down.length
}

/** Hosts that nobody asks libvirt about any more. */
const silentHosts = (sight: CheckContext, daemons: GraphNode) =>
  poolHypervisors(sight).filter((host) => {
    if (host.cluster.label !== daemons.cluster.label || isNodeDown(sight, host)) return false
    const version = textAt(host.object, 'status.libVirtVersion')
    return version?.toLowerCase() === 'unknown' || (version === undefined && !isFine(sight.own(host).state))
  })

/** Those who count what this agent does, and miss it. */
function sufferers(sight: CheckContext, daemons: GraphNode, agent: string): readonly GraphNode[] {
  const isHere = ({ cluster }: GraphNode) => cluster.label === daemons.cluster.label
  if (agent === 'nova-compute') return shortCells(sight, poolHypervisors(sight).filter(isHere))
  if (agent !== 'ovn-controller') return []
  const chassis = sight.of(CHASSIS).filter((one) => isHere(one) && !isFine(sight.own(one).state))
  const networks = networksOf(sight, sight.of('Node').find(isHere))
  return [...chassis, ...networks.filter((ovn) => conditionOf(ovn, 'ControllersReady')?.status === 'False')]
}

/** Novas that use a pool, have fewer hosts of it than there are, and are not well. */
function shortCells(sight: CheckContext, hosts: readonly GraphNode[]): readonly GraphNode[] {
  const [host] = hosts
  const pool = host && poolOf(sight, host)
  return (pool ? sight.into(pool, NOVA) : []).filter(
    (nova) =>
      !isFine(sight.own(nova).state) &&
      listAt(nova.object, 'status.cells').some(
        (cell) => (countAt(cell, 'computeNodes') ?? hosts.length) < hosts.length,
      ),
  )
}

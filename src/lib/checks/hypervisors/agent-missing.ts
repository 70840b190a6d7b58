// SPDX-License-Identifier: Apache-2.0
import type { Check, CheckContext, CheckFinding } from '../../model/check/check.ts'
import { fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { countAt, entriesAt, labelAt } from '../../model/object/fields.ts'
import { HOUR, isOlder } from '../../model/text/time.ts'
import { AGENTS, agentHosts, agentOf, DAEMONS } from '../shared/node-agents.ts'
import { COUNTED_POOL_KINDS, counted, HYPERVISORS, poolHypervisors, poolOf } from '../shared/pool-members.ts'

export const agentMissing: Check = {
  id: 'agent-missing',
  category: 'hypervisors',
  severity: 'error',
  title: 'A node agent is not there, or not for every host',
  why: 'Every hypervisor needs six agents: nova-compute, the KVM node agent, the HA agent, ovn-controller, ovs-vswitchd and the OVS agent. One that is not installed, or whose node selector misses hosts, leaves those hosts without it, and nothing says so.',
  fix: 'Install the agent, or correct the node selector of its DaemonSet so that it takes in every node of the pool.',
  byHand: ['kubectl get daemonsets -A -o wide', 'kubectl get nodes -L nova.openstack.cloud.sap/virt-driver'],
  modes: ['F124'],
  about: HYPERVISORS,
  beside: ['Node', DAEMONS, ...COUNTED_POOL_KINDS],
  *run(sight) {
    for (const [cluster, hosts] of Map.groupBy(poolHypervisors(sight), (host) => host.cluster.label)) {
      const [first] = hosts
      if (!first || !sight.isRead(DAEMONS, first.cluster)) continue
      const daemons = sight.of(DAEMONS).filter((one) => one.cluster.label === cluster)
      // Where not one of them is known by name, they are called otherwise.
      if (!daemons.some((one) => agentOf(one, sight.agents))) continue
      yield* absent(sight, hosts, daemons)
      yield* narrow(sight, cluster, daemons)
    }
  },
}

function* absent(
  sight: CheckContext,
  hosts: readonly GraphNode[],
  daemons: readonly GraphNode[],
): Iterable<CheckFinding> {
  const [host] = hosts
  if (!host || !hosts.some(({ object }) => isOlder(object?.metadata.creationTimestamp, HOUR, sight.now))) return
  const there = new Set(daemons.map((one) => agentOf(one, sight.agents)))
  const known = daemons.filter((one) => agentOf(one, sight.agents))
  for (const agent of AGENTS) {
    if (there.has(agent)) continue
    const subject = poolOf(sight, host) ?? host
    const selector = sight.agents[agent.key]
    const lacks = selector === undefined ? `looks like ${agent.name}` : `has the labels of ${agent.name} (${selector})`
    yield {
      mode: 'F124',
      subject,
      message: `no DaemonSet of its cluster ${lacks}, which its ${counted(hosts.length, 'host')} need`,
      // Somebody may call it otherwise, unless the profile says how.
      ...(selector === undefined ? { severity: 'warning' as const } : {}),
      evidence: [{ on: subject, path: 'DaemonSets of its cluster', value: known.map(({ name }) => name).join(', ') }],
      affects: hosts.filter((one) => one.id !== subject.id && !isFine(sight.own(one).state)),
      standsAlone: true,
      next: [kubectl({ cluster: host.cluster }, 'get', 'daemonsets', '-A', '-o', 'wide')],
    }
  }
}

/** Hosts that no DaemonSet of an agent selects: several may share the work, each for its kind of machine. */
function* narrow(sight: CheckContext, cluster: string, daemons: readonly GraphNode[]): Iterable<CheckFinding> {
  // Agents run on a host that is in maintenance, too.
  const nodes = agentHosts(sight, cluster).filter((node) => isFine(sight.own(node).state))
  for (const agent of AGENTS) {
    const mine = daemons.filter((one) => agentOf(one, sight.agents) === agent)
    const placed = mine.reduce(
      (sum, one) => sum + (countAt(one.object, 'status.desiredNumberScheduled') ?? nodes.length),
      0,
    )
    const left = nodes.filter((node) => mine.every((one) => missed(one, node).length > 0))
    const [first] = mine
    // Without a selector that says so, taints or a new node may be the reason.
    if (!first || left.length === 0 || placed >= nodes.length) continue
    yield {
      mode: 'F124',
      subject: first,
      message: `${agent.name} is placed on ${placed} of ${nodes.length} hosts, not on ${left
        .map(({ name }) => name)
        .slice(0, 3)
        .join(', ')}`,
      evidence: [
        fieldProof(first, 'status.desiredNumberScheduled'),
        {
          on: first,
          path: 'spec.template.spec.nodeSelector',
          value: selectorOf(first)
            .map(([key, value]) => `${key}=${value}`)
            .join(', '),
        },
        ...left.slice(0, 3).flatMap((node) =>
          missed(first, node).map((key) => ({
            on: node,
            path: `metadata.labels[${key}]`,
            value: labelAt(node.object, key) ?? 'absent',
          })),
        ),
      ],
      affects: left
        .flatMap((node) => HYPERVISORS.flatMap((kind) => sight.out(node, kind)))
        .filter((host) => !isFine(sight.own(host).state)),
      touches: left,
      standsAlone: true,
      next: [kubectl({ cluster: first.cluster }, 'get', 'nodes', '--show-labels')],
    }
  }
}

const selectorOf = ({ object }: GraphNode) => entriesAt(object, 'spec.template.spec.nodeSelector')

/** Labels that a DaemonSet wants and a node has not. */
const missed = (daemons: GraphNode, node: GraphNode) =>
  selectorOf(daemons).flatMap(([key, value]) => (labelAt(node.object, key) === value ? [] : [key]))

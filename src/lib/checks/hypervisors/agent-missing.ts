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
  effect: 'degrades',
  title: 'Node agent missing on some hosts',
  why: 'Every hypervisor needs six agents: nova-compute, the KVM node agent, the HA agent, ovn-controller, ovs-vswitchd and the OVS agent. One is not installed, or its node selector excludes hosts: those hosts run without it, and nothing else reports it.',
  fix: 'Install the agent, or correct the node selector of its DaemonSet so that it selects every node of the pool.',
  byHand: [
    'kubectl --context CONTEXT get daemonsets -A -o wide',
    'kubectl --context CONTEXT get nodes -L nova.openstack.cloud.sap/virt-driver',
  ],
  modes: ['F124'],
  about: HYPERVISORS,
  beside: ['Node', DAEMONS, ...COUNTED_POOL_KINDS],
  *run(context) {
    for (const [cluster, hosts] of Map.groupBy(poolHypervisors(context), (host) => host.cluster.label)) {
      const [first] = hosts
      if (!first || !context.isRead(DAEMONS, first.cluster)) continue
      const daemons = context.of(DAEMONS).filter((one) => one.cluster.label === cluster)
      // If no agent is recognised by name, the DaemonSets of this cluster have different names.
      if (!daemons.some((one) => agentOf(one, context.agents))) continue
      yield* missingAgents(context, hosts, daemons)
      yield* unplacedAgents(context, cluster, daemons)
    }
  },
}

function* missingAgents(
  context: CheckContext,
  hosts: readonly GraphNode[],
  daemons: readonly GraphNode[],
): Iterable<CheckFinding> {
  const [host] = hosts
  if (!host || !hosts.some(({ object }) => isOlder(object?.metadata.creationTimestamp, HOUR, context.now))) return
  const present = new Set(daemons.map((one) => agentOf(one, context.agents)))
  const recognised = daemons.filter((one) => agentOf(one, context.agents))
  for (const agent of AGENTS) {
    if (present.has(agent)) continue
    const subject = poolOf(context, host) ?? host
    const selector = context.agents[agent.key]
    const condition =
      selector === undefined ? `looks like ${agent.name}` : `has the labels of ${agent.name} (${selector})`
    yield {
      mode: 'F124',
      subject,
      message: `no DaemonSet of its cluster ${condition}, which its ${counted(hosts.length, 'host')} need`,
      // The DaemonSet may have a different name, unless the profile defines its labels.
      ...(selector === undefined ? { severity: 'warning' as const } : {}),
      evidence: [
        { on: subject, path: 'DaemonSets of its cluster', value: recognised.map(({ name }) => name).join(', ') },
      ],
      affects: hosts.filter((one) => one.id !== subject.id && !isFine(context.own(one).state)),
      standsAlone: true,
      next: [kubectl({ cluster: host.cluster }, 'get', 'daemonsets', '-A', '-o', 'wide')],
    }
  }
}

/** Hosts that no DaemonSet of an agent selects: several may exist, each for its kind of machine. */
function* unplacedAgents(
  context: CheckContext,
  cluster: string,
  daemons: readonly GraphNode[],
): Iterable<CheckFinding> {
  // Agents also run on hosts in maintenance.
  const nodes = agentHosts(context, cluster).filter((node) => isFine(context.own(node).state))
  for (const agent of AGENTS) {
    const ofAgent = daemons.filter((one) => agentOf(one, context.agents) === agent)
    const placed = ofAgent.reduce(
      (sum, one) => sum + (countAt(one.object, 'status.desiredNumberScheduled') ?? nodes.length),
      0,
    )
    const unselected = nodes.filter((node) => ofAgent.every((one) => missingLabels(one, node).length > 0))
    const [first] = ofAgent
    // If no selector excludes the hosts, taints or a new node may be the reason.
    if (!first || unselected.length === 0 || placed >= nodes.length) continue
    yield {
      mode: 'F124',
      subject: first,
      message: `${agent.name} is placed on ${placed} of ${nodes.length} hosts, not on ${unselected
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
        ...unselected.slice(0, 3).flatMap((node) =>
          missingLabels(first, node).map((key) => ({
            on: node,
            path: `metadata.labels[${key}]`,
            value: labelAt(node.object, key) ?? 'absent',
          })),
        ),
      ],
      affects: unselected
        .flatMap((node) => HYPERVISORS.flatMap((kind) => context.out(node, kind)))
        .filter((host) => !isFine(context.own(host).state)),
      touches: unselected,
      standsAlone: true,
      next: [kubectl({ cluster: first.cluster }, 'get', 'nodes', '--show-labels')],
    }
  }
}

const selectorOf = ({ object }: GraphNode) => entriesAt(object, 'spec.template.spec.nodeSelector')

const missingLabels = (daemons: GraphNode, node: GraphNode) =>
  selectorOf(daemons).flatMap(([key, value]) => (labelAt(node.object, key) === value ? [] : [key]))

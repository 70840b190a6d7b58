// SPDX-License-Identifier: Apache-2.0
import { nodeNotReady } from '../../checks/clusters/node-not-ready.ts'
import { CHECKS } from '../../checks/index.ts'
import { AGENTS, agentOf } from '../../checks/shared/node-agents.ts'
import { AGENT_NAMES } from '../../fleet/profile.ts'
import { hypervisorCluster } from '../../kinds/claims/hypervisor-cluster.ts'
import { xHypervisorCluster } from '../../kinds/claims/x-hypervisor-cluster.ts'
import { c5c3Eviction } from '../../kinds/hypervisor-operator/c5c3-eviction.ts'
import { c5c3Hypervisor } from '../../kinds/hypervisor-operator/c5c3-hypervisor.ts'
import { c5c3Migration } from '../../kinds/hypervisor-operator/c5c3-migration.ts'
import { eviction } from '../../kinds/hypervisor-operator/eviction.ts'
import { hypervisor } from '../../kinds/hypervisor-operator/hypervisor.ts'
import { migration } from '../../kinds/hypervisor-operator/migration.ts'
import { daemonSet } from '../../kinds/kubernetes/daemon-set.ts'
import { deployment } from '../../kinds/kubernetes/deployment.ts'
import { node } from '../../kinds/kubernetes/node.ts'
import { pod } from '../../kinds/kubernetes/pod.ts'
import { podDisruptionBudget } from '../../kinds/kubernetes/pod-disruption-budget.ts'
import { nova } from '../../kinds/openstack/nova.ts'
import { ovnChassis } from '../../kinds/ovn/chassis.ts'
import { ovsNode } from '../../kinds/ovn/ovs-node.ts'
import type { Check } from '../../model/check/check.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import { parseSelector } from '../../model/object/label-selector.ts'
import type { AgentKind } from '../../reports/hypervisors/agents.ts'

const onHypervisors = (kind: KindSpec): KindSpec => ({ ...kind, roles: ['hypervisor'] })

/** What `hypervisors` reads: pools, cells, and the objects of a host in the pools' clusters. */
export const HYPERVISOR_KINDS: readonly KindSpec[] = [
  hypervisorCluster,
  xHypervisorCluster,
  nova,
  onHypervisors(node),
  hypervisor,
  c5c3Hypervisor,
  eviction,
  c5c3Eviction,
  migration,
  c5c3Migration,
  ovnChassis,
  ovsNode,
  onHypervisors(daemonSet),
  onHypervisors(deployment),
  onHypervisors(podDisruptionBudget),
]

/** Pods on one node, which only the report about that node needs. */
export const podsOn = (name: string): KindSpec => ({ ...onHypervisors(pod), fieldSelector: `spec.nodeName=${name}` })

/** The checks of hypervisors, and the one about their nodes. */
export const HYPERVISOR_CHECKS: readonly Check[] = [
  ...CHECKS.filter(({ category }) => category === 'hypervisors'),
  nodeNotReady,
]

/** How to recognize agents among DaemonSets: by the profile's label selectors, else by name and image. */
export function agentKinds(selectors: Readonly<Record<string, string>> = {}): readonly AgentKind[] {
  return AGENT_NAMES.map((name) => {
    const selector = selectors[name]
    if (selector !== undefined) {
      const { matches } = parseSelector(selector)
      return { name, isIt: ({ object }) => matches(object?.metadata.labels) }
    }
    const agent = AGENTS.find(({ words }) => words.test(name))
    return { name, isIt: (daemons) => agentOf(daemons) === agent }
  })
}

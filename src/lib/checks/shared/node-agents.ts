// SPDX-License-Identifier: Apache-2.0
import type { CheckContext } from '../../model/check/check.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { labelAt, listAt, textAt } from '../../model/object/fields.ts'
import { parseSelector } from '../../model/object/label-selector.ts'

export const DAEMONS = 'DaemonSet.apps'

/** One of the six agents that every hypervisor needs. Names and namespaces are the installer's; the words in them are not. */
export interface Agent {
  readonly name: string
  /** Its name in a profile. */
  readonly key: string
  readonly words: RegExp
}

export const AGENTS: readonly Agent[] = [
  { name: 'nova-compute', key: 'nova-compute', words: /nova-?compute/ },
  { name: 'ovn-controller', key: 'ovn-controller', words: /ovn-?controller/ },
  { name: 'ovs-vswitchd', key: 'ovs-vswitchd', words: /vswitchd|openvswitch/ },
  { name: 'the OVS agent', key: 'ovs-agent', words: /ovs-?agent/ },
  { name: 'the HA agent', key: 'ha-agent', words: /\bha-?agent|-ha-agent/ },
  { name: 'the KVM node agent', key: 'kvm-node-agent', words: /kvm-?node-?agent|hypervisor-?node-?agent/ },
]

/** Which agent a DaemonSet is: by the labels that the profile says, else by its own name, its containers or their images. */
export function agentOf(
  { name, object }: GraphNode,
  selectors: Readonly<Record<string, string>> = {},
): Agent | undefined {
  const isSelected = ({ key }: Agent) => {
    const selector = selectors[key]
    return selector !== undefined && parseSelector(selector).matches(object?.metadata.labels)
  }
  const selected = AGENTS.find(isSelected)
  if (selected) return selected
  const containers = listAt(object, 'spec.template.spec.containers')
  const words = [name, ...containers.flatMap((one) => [textAt(one, 'name') ?? '', textAt(one, 'image') ?? ''])]
  return AGENTS.find((agent) => selectors[agent.key] === undefined && words.some((word) => agent.words.test(word)))
}

/** Nodes of a cluster that the agents are for: those the hypervisor operator looks after. */
export const agentHosts = (sight: CheckContext, cluster: string): readonly GraphNode[] =>
  sight
    .of('Node')
    .filter(
      (node) =>
        node.cluster.label === cluster && labelAt(node.object, 'nova.openstack.cloud.sap/virt-driver') !== undefined,
    )

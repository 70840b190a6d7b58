// SPDX-License-Identifier: Apache-2.0
import type { CheckContext } from '../../model/check/check.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { labelAt, listAt, textAt } from '../../model/object/fields.ts'
import { parseSelector } from '../../model/object/label-selector.ts'

export const DAEMONS = 'DaemonSet.apps'

/** One of the six agents that every hypervisor needs. Installers choose names and namespaces, but all match `words`. */
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

/** The agent of a DaemonSet: by the labels from the profile, else by its name, its containers or their images. */
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
  const names = [name, ...containers.flatMap((one) => [textAt(one, 'name') ?? '', textAt(one, 'image') ?? ''])]
  return AGENTS.find((agent) => selectors[agent.key] === undefined && names.some((text) => agent.words.test(text)))
}

/** Nodes of a cluster on which the agents run: those the hypervisor operator manages. */
export const agentHosts = (context: CheckContext, cluster: string): readonly GraphNode[] =>
  context
    .of('Node')
    .filter(
      (node) =>
        node.cluster.label === cluster && labelAt(node.object, 'nova.openstack.cloud.sap/virt-driver') !== undefined,
    )

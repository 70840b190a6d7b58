// SPDX-License-Identifier: Apache-2.0
import type { Check, CheckContext, FindingEvidence } from '../../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../../model/check/evidence.ts'
import { getYaml } from '../../../model/check/next-step.ts'
import type { GraphNode } from '../../../model/graph/graph.ts'
import { flagAt, textAt } from '../../../model/object/fields.ts'

const [OVN, NEUTRON] = ['OVNCluster.ovn.c5c3.io', 'Neutron.neutron.openstack.c5c3.io'] as const

const SIDES = [
  { connection: 'spec.ovn.nbConnection', endpoint: 'status.endpoints.northbound' },
  { connection: 'spec.ovn.sbConnection', endpoint: 'status.endpoints.southbound' },
] as const

export const ovnMiswired: Check = {
  id: 'ovn-miswired',
  category: 'control-plane',
  severity: 'error',
  title: 'Neutron is connected to the wrong OVN',
  why: 'The connections of Neutron do not match the endpoints of the OVN databases, or use plain TCP where the databases require TLS. What Neutron configures never reaches the hypervisors.',
  fix: 'Set spec.ovn.nbConnection and spec.ovn.sbConnection of Neutron to status.endpoints of the OVNCluster, including the scheme (ssl: or tcp:).',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get neutron NAME -o jsonpath="{.spec.ovn}"',
    'kubectl --context CONTEXT -n OVN-NAMESPACE get ovncluster NAME -o jsonpath="{.status.endpoints}"',
  ],
  modes: ['F119'],
  about: [NEUTRON],
  beside: [OVN],
  clusters: ['control-plane', 'hypervisor'],
  *run(context) {
    for (const node of context.of(NEUTRON)) {
      const ovn = ovnOf(context, node)
      const wrong = ovn ? SIDES.filter((side) => differs(node, ovn, side)) : []
      if (!ovn || wrong.length === 0 || node.object?.metadata.deletionTimestamp) continue
      yield {
        mode: 'F119',
        subject: node,
        standsAlone: true,
        message: wrong
          .map(
            ({ connection, endpoint }) =>
              `connects to ${textAt(node.object, connection)}, but ${ovn.name} serves ${textAt(ovn.object, endpoint)}`,
          )
          .join('; '),
        evidence: [
          ...wrong.flatMap(({ connection, endpoint }): FindingEvidence[] => [
            fieldProof(node, connection),
            fieldProof(ovn, endpoint),
          ]),
          fieldProof(ovn, 'spec.tls.enabled'),
          ...(conditionOf(node, 'OVNConnected')?.status === 'False' ? [conditionProof(node, 'OVNConnected')] : []),
        ],
        next: [getYaml(node), getYaml(ovn)],
      }
    }
  },
}

/** The referenced OVNCluster; without a reference the only one in the cluster. */
function ovnOf(context: CheckContext, node: GraphNode): GraphNode | undefined {
  const named = textAt(node.object, 'spec.ovn.clusterRef.name')
  const linked = context.out(node, OVN).filter(({ object }) => object)
  const isRead = context.isRead(OVN, node.cluster)
  const inCluster = context.of(OVN).filter(({ cluster }) => isRead && cluster.label === node.cluster.label)
  const candidates = named ? linked.filter(({ name }) => name === named) : linked.length > 0 ? linked : inCluster
  return candidates.length === 1 ? candidates[0] : undefined
}

type Side = (typeof SIDES)[number]

function differs(node: GraphNode, ovn: GraphNode, { connection, endpoint }: Side): boolean {
  const [configured, served] = [textAt(node.object, connection), textAt(ovn.object, endpoint)]
  if (!configured || !served) return false
  const addresses = configured.split(',').map(parse)
  const endpoints = served.split(',').map(parse)
  if (flagAt(ovn.object, 'spec.tls.enabled') === true && addresses.some((address) => address?.scheme === 'tcp'))
    return true
  if ([...addresses, ...endpoints].some((address) => !address || /^[\d.]+$|^\[/.test(address.host))) return false
  return !addresses.some((address) => endpoints.some((endpoint) => address && endpoint && matches(address, endpoint)))
}

interface Address {
  readonly scheme: string
  readonly host: string
  readonly port: string
}

/** ssl:ovn-nb.ovn-system.svc.cluster.local:6641 */
function parse(text: string): Address | undefined {
  const [, scheme, host, port] = /^\s*(ssl|tcp):(\[[^\]]+\]|[^:]+):(\d+)\s*$/.exec(text) ?? []
  return scheme && host && port ? { scheme, host: host.replace(/\.svc(\..+)?$/, ''), port } : undefined
}

/** Equal, or one member of it. */
const matches = (a: Address, b: Address) =>
  a.scheme === b.scheme && a.port === b.port && (a.host === b.host || a.host.endsWith(`.${b.host}`))

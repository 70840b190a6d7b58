// SPDX-License-Identifier: Apache-2.0
import { isYoungerThan } from '../../model/check/age.ts'
import type { Check, CheckContext } from '../../model/check/check.ts'
import { fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { textAt } from '../../model/object/fields.ts'
import { HYPERVISORS, networksOf, OVN } from '../shared/pool-members.ts'

const CHASSIS = 'OVNChassis.ovn.c5c3.io'

/** In minutes: the time to start the OVN controller on a new node. */
const JOIN_MINUTES = 60

export const chassisMissing: Check = {
  id: 'chassis-missing',
  category: 'hypervisors',
  severity: 'error',
  effect: 'degrades',
  title: 'Hypervisor has no OVN chassis',
  why: 'Nova places instances on the hypervisor, but OVN does not know it: new ports are never bound, and its instances have no network. OVNCluster counts only registered chassis.',
  fix: 'Check that the OVN controller runs on these nodes; it registers its chassis when it starts. Until then disable the compute service of these hosts.',
  byHand: [
    'kubectl --context CONTEXT get nodes',
    'kubectl --context CONTEXT get ovnchassis.ovn.c5c3.io -A',
    'ovn-sbctl show',
  ],
  modes: ['F165'],
  about: [CHASSIS],
  beside: ['Node', OVN, ...HYPERVISORS],
  *run(context) {
    const missing = context.of('Node').filter((node) => lacksChassis(context, node))
    for (const [label, nodes] of Map.groupBy(missing, ({ cluster }) => cluster.label)) {
      const all = context
        .of('Node')
        .filter((node) => node.cluster.label === label && hypervisorsOf(context, node).length > 0)
      const [first] = nodes
      if (!first) continue
      const networks = networksOf(context, first)
      const subject = networks.length === 1 && networks[0] ? networks[0] : first
      const names = nodes.slice(0, MAX_NAMED).map(({ name }) => name)
      yield {
        mode: 'F165',
        subject,
        message: `${nodes.length} of ${all.length} hypervisors of ${label} have no OVN chassis: ${names.join(', ')}${nodes.length > MAX_NAMED ? ' …' : ''}`,
        evidence: [
          ...nodes
            .slice(0, MAX_NAMED)
            .map((node) => ({ on: node, path: 'OVNChassis of this host', value: 'does not exist' })),
          ...networks.map((network) => fieldProof(network, 'status.chassisCount')),
        ],
        touches: nodes,
        standsAlone: true,
        next: [
          kubectl(
            { cluster: first.cluster },
            'get',
            'pods',
            '-A',
            '-o',
            'wide',
            '--field-selector',
            `spec.nodeName=${first.name}`,
          ),
        ],
      }
    }
  },
}

const MAX_NAMED = 4

const hypervisorsOf = (context: CheckContext, node: GraphNode) => HYPERVISORS.flatMap((kind) => context.out(node, kind))

/** A healthy node with an active hypervisor and no chassis, in a cluster whose other nodes have one. */
function lacksChassis(context: CheckContext, node: GraphNode): boolean {
  if (context.own(node).state !== 'healthy' || isYoungerThan(node, JOIN_MINUTES, context.now)) return false
  const active = hypervisorsOf(context, node).filter(
    (one) => context.own(one).state === 'healthy' && !isYoungerThan(one, JOIN_MINUTES, context.now),
  )
  if (active.length === 0 || !context.isRead(CHASSIS, node.cluster)) return false
  const chassis = context.of(CHASSIS)
  const named = chassis.some((one) => hostOf(one) === node.name || one.name === node.name)
  return (
    !named &&
    chassis.some((one) => context.into(one, 'Node').some(({ cluster }) => cluster.label === node.cluster.label))
  )
}

const hostOf = ({ object }: GraphNode) => textAt(object, 'spec.hostname')

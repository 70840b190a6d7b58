// SPDX-License-Identifier: Apache-2.0
import type { Check, CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { countAt, textAt } from '../../model/object/fields.ts'
import { formatAge, isOlder, MINUTE } from '../../model/text/time.ts'
import { COUNTED_POOL_KINDS, HYPERVISORS, networksOf, OVN, SHOOT, shortOf } from '../shared/pool-members.ts'

const CHASSIS = 'OVNChassis.ovn.c5c3.io'

/** Enough time for a controller to restart. */
const RESTART = 5 * MINUTE

export const chassisLost: Check = {
  id: 'chassis-lost',
  category: 'hypervisors',
  severity: 'error',
  title: 'OVN controller of a host is disconnected',
  why: 'Instances on that host keep their existing flows and get no new ones: new ports, routes and security groups do not take effect. The host cannot reach the southbound database, or its certificate is rejected.',
  fix: 'Read the log of ovn-controller on that host. Compare the southbound address with the endpoint of the OVNCluster, and the certificates with its CA.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get ovnchassis.ovn.c5c3.io',
    'kubectl --context CONTEXT -n NAMESPACE get ovnclusters.ovn.c5c3.io -o yaml',
  ],
  modes: ['F37'],
  about: [CHASSIS, OVN],
  beside: ['Node', SHOOT, ...HYPERVISORS, ...COUNTED_POOL_KINDS],
  *run(context) {
    const reported = new Set<GraphNode>()
    for (const chassis of context.of(CHASSIS)) {
      const loss = lossOf(context, chassis)
      if (!loss) continue
      const affected = networksOf(context, context.into(chassis, 'Node')[0] ?? chassis).filter(lacksControllers)
      // A host in maintenance is worth reporting only if OVN still counts its chassis.
      if (loss === 'idle' && affected.length === 0) continue
      for (const ovn of affected) reported.add(ovn)
      const heartbeat = textAt(chassis.object, 'status.lastHeartbeat')
      const ready = conditionOf(chassis, 'Ready')
      const age = heartbeat ? ` (last heartbeat ${formatAge(context.now - Date.parse(heartbeat))} ago)` : ''
      yield {
        mode: 'F37',
        subject: chassis,
        message: `${loss === 'idle' ? 'its host is in maintenance, but still counted by OVN: ' : ''}${ready?.status === 'False' && ready.message ? ready.message : 'its controller does not report'}${age}`,
        evidence: [
          conditionProof(chassis, 'Ready'),
          { ...fieldProof(chassis, 'status.lastHeartbeat'), ...(heartbeat ? { since: heartbeat } : {}) },
          ...affected.flatMap(controllers),
          ...affected.map((ovn) => fieldProof(ovn, 'status.endpoints.southbound')),
        ],
        ...(loss === 'idle' ? { severity: 'warning' as const } : {}),
        affects: [...shortOf(context, chassis), ...affected.filter((ovn) => !isFine(context.own(ovn).state))],
        next: [
          kubectl(
            { cluster: chassis.cluster },
            'get',
            'pods',
            '-A',
            '-o',
            'wide',
            '--field-selector',
            `spec.nodeName=${hostOf(chassis)}`,
          ),
        ],
      }
    }
    if (context.of('Node').some((node) => !isFine(context.own(node).state))) return
    for (const ovn of context.of(OVN)) {
      if (reported.has(ovn) || !isOlder(conditionOf(ovn, 'ControllersReady')?.since, RESTART, context.now)) continue
      if (conditionOf(ovn, 'ControllersReady')?.status !== 'False') continue
      yield {
        mode: 'F37',
        subject: ovn,
        message: conditionOf(ovn, 'ControllersReady')?.message || 'some chassis have no active controller',
        evidence: [conditionProof(ovn, 'ControllersReady'), ...controllers(ovn)],
      }
    }
  },
}

const hostOf = (chassis: GraphNode) => textAt(chassis.object, 'spec.hostname') ?? chassis.name

/** Why a chassis is down: by itself, or because its host is in maintenance. */
function lossOf(context: CheckContext, chassis: GraphNode): 'own' | 'idle' | undefined {
  const ready = conditionOf(chassis, 'Ready')
  const isDown = ready?.status === 'False' && isOlder(ready.since, RESTART, context.now)
  if (!isDown && !isOlder(textAt(chassis.object, 'status.lastHeartbeat'), RESTART, context.now)) return undefined
  if (chassis.object?.metadata.deletionTimestamp) return undefined
  const nodes = context.into(chassis, 'Node')
  const hosts = nodes.flatMap((node) => HYPERVISORS.flatMap((kind) => context.out(node, kind)))
  if ([...nodes, ...hosts].some((one) => ['maintenance', 'off'].includes(context.own(one).state))) return 'idle'
  // A node that is down takes its chassis with it.
  return nodes.every((node) => context.own(node).state === 'healthy') ? 'own' : undefined
}

const lacksControllers = (ovn: GraphNode) =>
  missingControllers(ovn) > 0 || conditionOf(ovn, 'ControllersReady')?.status === 'False'

const missingControllers = ({ object }: GraphNode) =>
  (countAt(object, 'status.chassisCount') ?? 0) -
  (countAt(object, 'status.activeControllers') ?? Number.POSITIVE_INFINITY)

function controllers(ovn: GraphNode): FindingEvidence[] {
  const [active, all] = [countAt(ovn.object, 'status.activeControllers'), countAt(ovn.object, 'status.chassisCount')]
  return active === undefined
    ? []
    : [{ on: ovn, path: 'status.activeControllers', value: `${active} of ${all} chassis` }]
}

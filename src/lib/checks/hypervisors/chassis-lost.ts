// SPDX-License-Identifier: Apache-2.0
import type { Check, Proof, Sight } from '../../model/check.ts'
import { countAt, textAt } from '../../model/fields.ts'
import type { GraphNode } from '../../model/graph.ts'
import { isFine } from '../../model/health.ts'
import { kubectl } from '../../model/next-step.ts'
import { conditionOf, conditionProof, fieldProof } from '../../model/proof.ts'
import { formatAge, isOlder, MINUTE } from '../../model/time.ts'
import { HYPERVISORS, POOLS, SHOOT, shortOf } from '../pool-members.ts'

const OVN = 'OVNCluster.ovn.c5c3.io'
const CHASSIS = 'OVNChassis.ovn.c5c3.io'

/** A controller that restarts is back by then. */
const RESTART = 5 * MINUTE

export const chassisLost: Check = {
  id: 'chassis-lost',
  category: 'hypervisors',
  severity: 'error',
  title: 'The OVN controller of a host has no connection',
  why: 'Instances on that host keep the flows they have and get no new ones: new ports, routes and security groups do not reach it. The southbound database cannot be reached from there, or its certificate is refused.',
  fix: 'On that host look at the log of ovn-controller; compare the southbound address with the endpoint of the OVNCluster, and the certificates with its CA.',
  byHand: [
    'kubectl -n NAMESPACE get ovnchassis.ovn.c5c3.io',
    'kubectl -n NAMESPACE get ovnclusters.ovn.c5c3.io -o yaml',
  ],
  modes: ['F37'],
  about: [CHASSIS, OVN],
  beside: ['Node', SHOOT, ...HYPERVISORS, ...POOLS],
  *run(sight) {
    const lost = sight.of(CHASSIS).filter((chassis) => isLost(sight, chassis))
    const short = sight
      .of(OVN)
      .filter((ovn) => gapOf(ovn) > 0 || conditionOf(ovn, 'ControllersReady')?.status === 'False')
    for (const chassis of lost) {
      const heartbeat = textAt(chassis.object, 'status.lastHeartbeat')
      const ready = conditionOf(chassis, 'Ready')
      const age = heartbeat ? ` (last heartbeat ${formatAge(sight.now - Date.parse(heartbeat))} ago)` : ''
      yield {
        mode: 'F37',
        subject: chassis,
        message: `${ready?.status === 'False' && ready.message ? ready.message : 'its controller is silent'}${age}`,
        evidence: [
          conditionProof(chassis, 'Ready'),
          fieldProof(chassis, 'status.lastHeartbeat'),
          ...short.flatMap(controllers),
          ...short.map((ovn) => fieldProof(ovn, 'status.endpoints.southbound')),
        ],
        affects: [...shortOf(sight, chassis), ...short.filter((ovn) => !isFine(sight.own(ovn).state))],
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
    if (lost.length > 0 || sight.of('Node').some((node) => !isFine(sight.own(node).state))) return
    for (const ovn of short.filter((one) => isOlder(conditionOf(one, 'ControllersReady')?.since, RESTART, sight.now))) {
      if (conditionOf(ovn, 'ControllersReady')?.status !== 'False') continue
      yield {
        mode: 'F37',
        subject: ovn,
        message: conditionOf(ovn, 'ControllersReady')?.message || 'not every chassis has a controller at work',
        evidence: [conditionProof(ovn, 'ControllersReady'), ...controllers(ovn)],
      }
    }
  },
}

const hostOf = (chassis: GraphNode) => textAt(chassis.object, 'spec.hostname') ?? chassis.name

function isLost(sight: Sight, chassis: GraphNode): boolean {
  if (chassis.object?.metadata.deletionTimestamp) return false
  const ready = conditionOf(chassis, 'Ready')
  const isDown = ready?.status === 'False' && isOlder(ready.since, RESTART, sight.now)
  if (!isDown && !isOlder(textAt(chassis.object, 'status.lastHeartbeat'), RESTART, sight.now)) return false
  // A node that is down, cordoned or in maintenance takes its chassis along.
  return sight.into(chassis, 'Node').every((node) => {
    const hosts = HYPERVISORS.flatMap((kind) => sight.out(node, kind))
    const isIdle = hosts.some((host) => ['maintenance', 'off'].includes(sight.own(host).state))
    return sight.own(node).state === 'healthy' && !isIdle
  })
}

const gapOf = ({ object }: GraphNode) =>
  (countAt(object, 'status.chassisCount') ?? 0) -
  (countAt(object, 'status.activeControllers') ?? Number.POSITIVE_INFINITY)

function controllers(ovn: GraphNode): Proof[] {
  const [active, all] = [countAt(ovn.object, 'status.activeControllers'), countAt(ovn.object, 'status.chassisCount')]
  return active === undefined
    ? []
    : [{ on: ovn, path: 'status.activeControllers', value: `${active} of ${all} chassis` }]
}

// SPDX-License-Identifier: Apache-2.0
import type { Check, CheckContext } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { describe, kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { textAt } from '../../model/object/fields.ts'
import { isOlder, MINUTE } from '../../model/text/time.ts'
import { COUNTED_POOL_KINDS, HYPERVISORS, networksOf, OVN, SHOOT, shortOf } from '../shared/pool-members.ts'
import { OPERATED, STOPPABLE_WORKLOADS, stoppedWorkloads, VOLUME } from '../shared/stopped-workloads.ts'

const CLAIM = 'ServerClaim.metal.ironcore.dev'
const SERVER = 'Server.metal.ironcore.dev'
const BMC = 'BMC.metal.ironcore.dev'
const CEPH = 'CephCluster.ceph.rook.io'

/** Enough time for a machine to restart. */
const RESTART = 5 * MINUTE

export const nodeNotReady: Check = {
  id: 'node-not-ready',
  category: 'clusters',
  severity: 'error',
  title: 'Node is down',
  why: 'The kubelet no longer reports. The instances, Ceph daemons or services on the node are down with it, and the cluster has less capacity than requested. A Pod of a StatefulSet is not started elsewhere until the node is back or the Pod is deleted.',
  fix: 'Check the machine. If its Server or BMC reports Error, repair or replace the hardware; otherwise log in through the BMC console and check the kubelet. Force-delete a Pod of the node only if the machine is powered off.',
  byHand: [
    'kubectl --context CONTEXT describe node NAME',
    'kubectl --context CONTEXT get servers.metal.ironcore.dev,bmcs.metal.ironcore.dev',
  ],
  modes: ['F27'],
  about: ['Node'],
  beside: [
    CLAIM,
    SERVER,
    BMC,
    CEPH,
    OVN,
    SHOOT,
    VOLUME,
    ...STOPPABLE_WORKLOADS,
    ...OPERATED,
    ...HYPERVISORS,
    ...COUNTED_POOL_KINDS,
  ],
  *run(context) {
    for (const node of context.of('Node')) {
      const ready = conditionOf(node, 'Ready')
      if (!ready || context.own(node).state !== 'failed' || !isOlder(ready.since, RESTART, context.now)) continue
      if (isInMaintenance(context, node)) continue
      const broken = machineOf(context, node)
      yield {
        mode: 'F27',
        subject: broken ?? node,
        message: broken
          ? `its machine is broken, and node ${node.name} is down`
          : ready.message || 'the node is not ready',
        evidence: [
          conditionProof(node, 'Ready'),
          ...(broken ? [fieldProof(broken, 'status.state'), fieldProof(broken, 'status.powerState')] : []),
          ...unreadyShoots(context, node).map((shoot) => conditionProof(shoot, 'EveryNodeReady')),
        ],
        affects: [
          ...shortOf(context, node),
          ...affectedServices(context, node),
          ...stoppedWorkloads(context, node, ready.since),
        ],
        // Objects on a node do not explain why the node is down.
        standsAlone: true,
        next: [
          ...(broken ? [describe(node)] : []),
          kubectl(
            { cluster: node.cluster },
            'get',
            'pods',
            '-A',
            '-o',
            'wide',
            '--field-selector',
            `spec.nodeName=${node.name}`,
          ),
        ],
      }
    }
  },
}

/** The node was taken out of service on purpose. */
const isInMaintenance = (context: CheckContext, node: GraphNode) =>
  HYPERVISORS.flatMap((kind) => context.out(node, kind)).some(({ object }) => {
    const mode = textAt(object, 'spec.maintenance')
    return mode !== undefined && mode !== 'ha'
  })

/** The Server or the BMC of a node, if it reports an error. */
function machineOf(context: CheckContext, node: GraphNode): GraphNode | undefined {
  const servers = context.out(node, CLAIM).flatMap((claim) => context.out(claim, SERVER))
  const broken = servers.find((server) => context.own(server).state === 'failed')
  return (
    broken ??
    servers.flatMap((server) => context.out(server, BMC)).find((bmc) => textAt(bmc.object, 'status.state') === 'Error')
  )
}

const unreadyShoots = (context: CheckContext, node: GraphNode) =>
  context.into(node, SHOOT).filter((shoot) => conditionOf(shoot, 'EveryNodeReady')?.status === 'False')

/** A node down costs the CephCluster of its cluster daemons, and OVN a controller. */
function affectedServices(context: CheckContext, node: GraphNode): readonly GraphNode[] {
  const ceph = context.of(CEPH).filter(({ cluster }) => cluster.label === node.cluster.label)
  const isHypervisor = HYPERVISORS.some((kind) => context.out(node, kind).length > 0)
  const ovn = isHypervisor
    ? networksOf(context, node).filter((network) => conditionOf(network, 'ControllersReady')?.status === 'False')
    : []
  return [...ceph, ...ovn].filter((affected) => !isFine(context.own(affected).state))
}

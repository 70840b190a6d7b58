// SPDX-License-Identifier: Apache-2.0
import type { Check, CheckContext } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { describe, kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { textAt } from '../../model/object/fields.ts'
import { isOlder, MINUTE } from '../../model/text/time.ts'
import { COUNTED_POOL_KINDS, HYPERVISORS, networksOf, OVN, SHOOT, shortOf } from '../shared/pool-members.ts'

const CLAIM = 'ServerClaim.metal.ironcore.dev'
const SERVER = 'Server.metal.ironcore.dev'
const BMC = 'BMC.metal.ironcore.dev'
const CEPH = 'CephCluster.ceph.rook.io'

/** A machine that restarts is back by then. */
const RESTART = 5 * MINUTE

export const nodeNotReady: Check = {
  id: 'node-not-ready',
  category: 'clusters',
  severity: 'error',
  title: 'A node of a pool is down',
  why: 'Its kubelet does not report any more. The instances or the Ceph daemons on it are gone with it, and the pool has less room than was asked for.',
  fix: 'Look at the machine: where its Server or BMC is in Error, repair or replace the hardware; else log in over the BMC console and look at the kubelet.',
  byHand: ['kubectl describe node NAME', 'kubectl get servers.metal.ironcore.dev,bmcs.metal.ironcore.dev'],
  modes: ['F27'],
  about: ['Node'],
  beside: [CLAIM, SERVER, BMC, CEPH, OVN, SHOOT, ...HYPERVISORS, ...COUNTED_POOL_KINDS],
  *run(sight) {
    for (const node of sight.of('Node')) {
      const ready = conditionOf(node, 'Ready')
      if (!ready || sight.own(node).state !== 'failed' || !isOlder(ready.since, RESTART, sight.now)) continue
      if (isWished(sight, node)) continue
      const broken = machineOf(sight, node)
      yield {
        mode: 'F27',
        subject: broken ?? node,
        message: broken
          ? `its machine is broken, and node ${node.name} is down`
          : ready.message || 'the node is not ready',
        evidence: [
          conditionProof(node, 'Ready'),
          ...(broken ? [fieldProof(broken, 'status.state'), fieldProof(broken, 'status.powerState')] : []),
          ...shoots(sight, node).map((shoot) => conditionProof(shoot, 'EveryNodeReady')),
        ],
        affects: [...shortOf(sight, node), ...neighbours(sight, node)],
        // What is on a node does not explain that the node is down.
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

/** Somebody took it out of service and may do with it what he likes. */
const isWished = (sight: CheckContext, node: GraphNode) =>
  HYPERVISORS.flatMap((kind) => sight.out(node, kind)).some(({ object }) => {
    const mode = textAt(object, 'spec.maintenance')
    return mode !== undefined && mode !== 'ha'
  })

/** The Server or the BMC behind a node, when that one says it is broken. */
function machineOf(sight: CheckContext, node: GraphNode): GraphNode | undefined {
  const servers = sight.out(node, CLAIM).flatMap((claim) => sight.out(claim, SERVER))
  const broken = servers.find((server) => sight.own(server).state === 'failed')
  return (
    broken ??
    servers.flatMap((server) => sight.out(server, BMC)).find((bmc) => textAt(bmc.object, 'status.state') === 'Error')
  )
}

const shoots = (sight: CheckContext, node: GraphNode) =>
  sight.into(node, SHOOT).filter((shoot) => conditionOf(shoot, 'EveryNodeReady')?.status === 'False')

/** Ceph loses daemons with a node of its cluster, OVN a controller. */
function neighbours(sight: CheckContext, node: GraphNode): readonly GraphNode[] {
  const ceph = sight.of(CEPH).filter(({ cluster }) => cluster.label === node.cluster.label)
  const isHypervisor = HYPERVISORS.some((kind) => sight.out(node, kind).length > 0)
  const ovn = isHypervisor
    ? networksOf(sight, node).filter((one) => conditionOf(one, 'ControllersReady')?.status === 'False')
    : []
  return [...ceph, ...ovn].filter((one) => !isFine(sight.own(one).state))
}

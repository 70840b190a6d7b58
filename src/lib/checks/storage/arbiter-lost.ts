// SPDX-License-Identifier: Apache-2.0
import type { Check, CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { describe, kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { conditionsOf } from '../../model/object/conditions.ts'
import { textAt } from '../../model/object/fields.ts'
import {
  CEPH,
  complaintProof,
  complaintsOf,
  isAboutMonitors,
  REMOTE_ARBITERS,
  REMOTE_CLUSTERS,
  shortOfMonitors,
} from '../shared/ceph-health.ts'
import { COUNTED_POOL_KINDS, SHOOT, shortOf } from '../shared/pool-members.ts'

const DEPLOYMENT = 'Deployment.apps'

export const arbiterLost: Check = {
  id: 'arbiter-lost',
  category: 'storage',
  severity: 'warning',
  effect: 'degrades',
  title: 'Ceph arbiter is down',
  why: 'Ceph still works, but has lost the monitor that decides when a site fails: if one more site fails, Ceph stops. The arbiter cluster is unreachable, its kubeconfig is rejected, or its monitor does not run.',
  fix: 'Restore the network to the arbiter cluster, or renew the kubeconfig in its Secret; then check the monitor there. Do not take down any storage node until then.',
  byHand: [
    'kubectl --context STORAGE -n rook-ceph get remoteclusters.ceph.cobaltcore.sap.com,remotearbiters.ceph.cobaltcore.sap.com',
    'kubectl --context STORAGE -n rook-ceph describe remoteclusters.ceph.cobaltcore.sap.com NAME',
  ],
  modes: ['F50'],
  about: [...REMOTE_CLUSTERS, ...REMOTE_ARBITERS],
  beside: [CEPH, DEPLOYMENT, SHOOT, ...COUNTED_POOL_KINDS],
  *run(context) {
    const lost = REMOTE_CLUSTERS.flatMap((kind) => context.of(kind)).filter((remote) => isLost(context, remote))
    for (const remote of lost) {
      const arbiters = REMOTE_ARBITERS.flatMap((kind) => context.into(remote, kind))
      const ceph = arbiters.flatMap((arbiter) => context.out(arbiter, CEPH))
      yield {
        mode: 'F50',
        subject: remote,
        message: context.own(remote).message || 'its cluster cannot be used',
        evidence: [...stateEvidence(remote), ...arbiters.flatMap(stateEvidence), ...monitorEvidence(ceph)],
        affects: [...affectedBy(context, [remote, ...arbiters], ceph)],
        next: [
          {
            ...kubectl(remote, 'describe', 'secret', secretOf(remote)),
            why: 'which kubeconfig it uses; prints no values',
          },
        ],
      }
    }
    for (const arbiter of REMOTE_ARBITERS.flatMap((kind) => context.of(kind))) {
      const isExplained = REMOTE_CLUSTERS.flatMap((kind) => context.out(arbiter, kind)).some((remote) =>
        lost.includes(remote),
      )
      if (isExplained || !isLost(context, arbiter)) continue
      const ceph = context.out(arbiter, CEPH)
      const workloads = context.out(arbiter, DEPLOYMENT).filter((one) => !isFine(context.own(one).state))
      yield {
        mode: 'F50',
        subject: arbiter,
        message: context.own(arbiter).message || 'its monitor is not running',
        evidence: [
          ...stateEvidence(arbiter),
          ...workloads.map((one) => fieldProof(one, 'status.readyReplicas')),
          ...monitorEvidence(ceph),
        ],
        affects: [...affectedBy(context, [arbiter], ceph)],
        next: workloads.map(describe),
      }
    }
  },
}

const isLost = (context: CheckContext, node: GraphNode) =>
  ['failed', 'degraded'].includes(context.own(node).state) && !node.object?.metadata.deletionTimestamp

const stateEvidence = (node: GraphNode): FindingEvidence[] => [
  fieldProof(node, 'status.state'),
  ...[...(node.object ? conditionsOf(node.object).values() : [])]
    .filter(({ status, reason }) => status === 'False' && reason !== 'Init')
    .map(({ type }) => conditionProof(node, type)),
]

const monitorEvidence = (clusters: readonly GraphNode[]): FindingEvidence[] =>
  clusters.flatMap((ceph) =>
    complaintsOf(ceph)
      .filter(isAboutMonitors)
      .map((one) => complaintProof(ceph, one)),
  )

const affectedBy = (context: CheckContext, members: readonly GraphNode[], ceph: readonly GraphNode[]) =>
  new Set([...members.slice(1), ...members.flatMap((one) => shortOf(context, one)), ...shortOfMonitors(ceph)])

const secretOf = ({ object, name }: GraphNode) => textAt(object, 'spec.accesskeyRef.name') ?? name

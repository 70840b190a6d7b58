// SPDX-License-Identifier: Apache-2.0

import { refusals } from '../../../kinds/openstack/conditions.ts'
import { isStatusCurrent, isYoungerThan } from '../../../model/check/age.ts'
import type { Check, CheckContext, FindingEvidence } from '../../../model/check/check.ts'
import { conditionProof } from '../../../model/check/evidence.ts'
import { kubectl } from '../../../model/check/next-step.ts'
import type { GraphNode } from '../../../model/graph/graph.ts'
import { countAt } from '../../../model/object/fields.ts'

const [OVN, SET] = ['OVNCluster.ovn.c5c3.io', 'StatefulSet.apps'] as const

export const ovnBelowQuorum: Check = {
  id: 'ovn-below-quorum',
  category: 'control-plane',
  severity: 'error',
  title: 'OVN database has lost its quorum',
  why: 'The northbound and southbound databases need a majority of their members. Without it Neutron cannot change anything: no new ports, networks or security groups. Existing traffic keeps flowing.',
  fix: 'Restore the missing Pods (check their nodes and volumes). Do not delete volumes: a member that lost its data has to leave and rejoin the cluster.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get statefulsets,pods',
    'kubectl --context CONTEXT -n NAMESPACE exec POD -- ovs-appctl -t /run/ovn/ovnnb_db.ctl cluster/status OVN_Northbound',
  ],
  modes: ['F119'],
  about: [OVN],
  beside: [SET],
  *run(context) {
    for (const node of context.of(OVN)) {
      if (isYoungerThan(node, 10, context.now)) continue
      const conditions = refusals(node, /^(Northbound|Southbound)Ready$/, /./)
      const belowQuorum = setsBelowQuorum(context, node)
      if (!isStatusCurrent(node) || (conditions.length === 0 && belowQuorum.length === 0)) continue
      yield {
        mode: 'F119',
        subject: node,
        message:
          conditions
            .map(({ type, message, reason }) => `${type.replace('Ready', '')}: ${message || reason}`)
            .join('; ') || belowQuorum.map(({ on, value }) => `${on.name}: ${value} ready`).join('; '),
        evidence: [...conditions.map(({ type }) => conditionProof(node, type)), ...belowQuorum],
        next: [kubectl(node, 'get', 'pods,pvc', '-o', 'wide')],
      }
    }
  },
}

const setsBelowQuorum = (context: CheckContext, node: GraphNode): readonly FindingEvidence[] =>
  context.out(node, SET).flatMap((on) => {
    const [desired, ready] = [countAt(on.object, 'spec.replicas'), countAt(on.object, 'status.readyReplicas') ?? 0]
    if (!on.object || !desired || ready > Math.floor(desired / 2)) return []
    return [{ on, path: 'status.readyReplicas', value: `${ready} of ${desired}` }]
  })

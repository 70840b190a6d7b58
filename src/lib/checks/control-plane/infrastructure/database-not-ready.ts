// SPDX-License-Identifier: Apache-2.0

import { isYoungerThan } from '../../../model/check/age.ts'
import type { Check, FindingEvidence } from '../../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../../model/check/evidence.ts'
import { kubectl } from '../../../model/check/next-step.ts'
import type { GraphNode } from '../../../model/graph/graph.ts'
import { countAt, entriesAt, flagAt } from '../../../model/object/fields.ts'

/** In minutes: how long a database takes to start for the first time. */
const FIRST_START = 10

export const databaseNotReady: Check = {
  id: 'database-not-ready',
  category: 'control-plane',
  severity: 'error',
  title: 'MariaDB is not ready',
  why: 'If the database is down, Keystone and every other service are down. Galera cannot recover on its own if no member is safe to bootstrap.',
  fix: 'Check the Pods and their volumes first. If no member is safe to bootstrap, let the operator recover from the member with the highest seqno (spec.galera.recovery). Do not delete volumes: they hold the data.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get mariadb NAME -o yaml',
    'kubectl --context CONTEXT -n NAMESPACE get pods,pvc -l app.kubernetes.io/instance=NAME',
  ],
  modes: ['F52'],
  about: ['MariaDB.k8s.mariadb.com'],
  reasons: ['WaitingForDatabase', 'ClusterNotReady', 'GaleraNotReady', 'StatefulSetNotReady'],
  *run(context) {
    for (const node of context.of('MariaDB.k8s.mariadb.com')) {
      const { state, message } = context.own(node)
      if ((state !== 'failed' && state !== 'degraded') || isYoungerThan(node, FIRST_START, context.now)) continue
      const best = mostAdvanced(node)
      yield {
        mode: 'F52',
        subject: node,
        severity: state === 'failed' ? 'error' : 'warning',
        message: `${conditionOf(node, 'Ready')?.message || message || 'the database is not ready'}${best ? `; ${best} has the highest seqno` : ''}`,
        evidence: [
          conditionProof(node, 'Ready'),
          ...(conditionOf(node, 'GaleraReady')?.status === 'False' ? [conditionProof(node, 'GaleraReady')] : []),
          ...(state === 'degraded' ? [fieldProof(node, 'status.replicas')] : []),
          ...recovery(node),
        ],
        next: [
          kubectl(node, 'get', 'pods,pvc', '-l', `app.kubernetes.io/instance=${node.name}`),
          ...(best ? [kubectl(node, 'logs', `pod/${best}`, '--tail=100')] : []),
        ],
      }
    }
  },
}

/** The last write of each Galera member, as found by the operator. */
function recovery(node: GraphNode): readonly FindingEvidence[] {
  return entriesAt(node.object, 'status.galeraRecovery.state').map(([member, memberState]) => ({
    on: node,
    path: `status.galeraRecovery.state[${member}]`,
    value: `seqno ${countAt(memberState, 'seqno') ?? 'unknown'}, ${flagAt(memberState, 'safeToBootstrap') ? '' : 'not '}safe to bootstrap`,
  }))
}

function mostAdvanced(node: GraphNode): string | undefined {
  const members = entriesAt(node.object, 'status.galeraRecovery.state').flatMap(([member, memberState]) => {
    const seqno = countAt(memberState, 'seqno')
    return seqno === undefined || seqno < 0 ? [] : [{ member, seqno }]
  })
  return members.sort((a, b) => b.seqno - a.seqno)[0]?.member
}

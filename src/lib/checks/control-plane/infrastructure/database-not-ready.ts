// SPDX-License-Identifier: Apache-2.0

import { isYoungerThan } from '../../../model/check/age.ts'
import type { Check, FindingEvidence } from '../../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../../model/check/evidence.ts'
import { kubectl } from '../../../model/check/next-step.ts'
import type { GraphNode } from '../../../model/graph/graph.ts'
import { countAt, entriesAt, flagAt } from '../../../model/object/fields.ts'

/** A database takes this long to come up for the first time, in minutes. */
const FIRST_START = 10

export const databaseNotReady: Check = {
  id: 'database-not-ready',
  category: 'control-plane',
  severity: 'error',
  title: 'MariaDB is not ready',
  why: 'Keystone and with it every service stops when its database does. Galera does not start again by itself when no member is safe to bootstrap from.',
  fix: 'Look at the Pods first. If no member is safe to bootstrap, let the operator recover from the one with the highest seqno (spec.galera.recovery); do not delete volumes.',
  byHand: [
    'kubectl -n NAMESPACE get mariadb NAME -o yaml',
    'kubectl -n NAMESPACE get pods,pvc -l app.kubernetes.io/instance=NAME',
  ],
  modes: ['F52'],
  about: ['MariaDB.k8s.mariadb.com'],
  reasons: ['WaitingForDatabase', 'ClusterNotReady', 'GaleraNotReady', 'StatefulSetNotReady'],
  *run(sight) {
    for (const node of sight.of('MariaDB.k8s.mariadb.com')) {
      const { state, message } = sight.own(node)
      if ((state !== 'failed' && state !== 'degraded') || isYoungerThan(node, FIRST_START, sight.now)) continue
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

/** What each member had written when it stopped, as the operator found out. */
function recovery(node: GraphNode): readonly FindingEvidence[] {
  return entriesAt(node.object, 'status.galeraRecovery.state').map(([member, told]) => ({
    on: node,
    path: `status.galeraRecovery.state[${member}]`,
    value: `seqno ${countAt(told, 'seqno') ?? 'unknown'}, ${flagAt(told, 'safeToBootstrap') ? '' : 'not '}safe to bootstrap`,
  }))
}

function mostAdvanced(node: GraphNode): string | undefined {
  const known = entriesAt(node.object, 'status.galeraRecovery.state').flatMap(([member, told]) => {
    const seqno = countAt(told, 'seqno')
    return seqno === undefined || seqno < 0 ? [] : [{ member, seqno }]
  })
  return known.sort((a, b) => b.seqno - a.seqno)[0]?.member
}

// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../../model/check.ts'
import { entriesAt, textAt } from '../../model/fields.ts'
import { isFine } from '../../model/health.ts'
import { kubectl } from '../../model/next-step.ts'
import { conditionOf, conditionProof } from '../../model/proof.ts'

export const databaseNotReady: Check = {
  id: 'database-not-ready',
  category: 'control-plane',
  severity: 'error',
  title: 'MariaDB is not ready',
  why: 'Keystone and with it every service stops when its database does. Galera does not start again by itself when no member is safe to bootstrap from; a volume that is not bound keeps it from starting at all.',
  fix: 'Look at the Pods and their volumes. If no member is safe to bootstrap, let the operator recover from the one with the highest seqno.',
  byHand: ['kubectl -n NAMESPACE describe mariadb NAME', 'kubectl -n NAMESPACE get pods,pvc'],
  modes: ['F52'],
  about: ['MariaDB.k8s.mariadb.com'],
  beside: ['PersistentVolumeClaim'],
  *run(sight) {
    for (const node of sight.of('MariaDB.k8s.mariadb.com')) {
      const { state } = sight.own(node)
      if (isFine(state) || state === 'unknown') continue
      const ready = conditionOf(node, 'Ready')
      const recovery = entriesAt(node.object, 'status.galeraRecovery.state')
      const unbound = sight.out(node, 'PersistentVolumeClaim').filter((claim) => !isFine(sight.own(claim).state))
      yield {
        mode: 'F52',
        subject: node,
        message: ready?.message || sight.own(node).message || 'the database is not ready',
        evidence: [
          conditionProof(node, 'Ready'),
          ...(conditionOf(node, 'GaleraReady')?.status === 'False' ? [conditionProof(node, 'GaleraReady')] : []),
          ...recovery.map(([member, told]) => ({
            on: node,
            path: `status.galeraRecovery.state[${member}]`,
            value: `seqno ${textAt(told, 'seqno') ?? (told as { seqno?: unknown })?.seqno ?? 'unknown'}`,
          })),
          ...unbound.map((claim) => ({
            on: claim,
            path: 'status.phase',
            value: textAt(claim.object, 'status.phase') ?? 'absent',
          })),
        ],
        next: [kubectl(node, 'get', 'pods,pvc', '-l', `app.kubernetes.io/instance=${node.name}`)],
      }
    }
  },
}

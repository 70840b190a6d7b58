// SPDX-License-Identifier: Apache-2.0

import { isYoungerThan } from '../../../model/check/age.ts'
import type { Check } from '../../../model/check/check.ts'
import { conditionProof, fieldProof } from '../../../model/check/evidence.ts'
import { kubectl } from '../../../model/check/next-step.ts'
import { isFine } from '../../../model/graph/health.ts'
import { textAt } from '../../../model/object/fields.ts'

export const databaseVolumeUnbound: Check = {
  id: 'database-volume-unbound',
  category: 'control-plane',
  severity: 'error',
  title: 'MariaDB volume is not bound',
  why: 'A database member does not start without its volume. Usually the storage class does not exist, its provisioner is down, or the storage is full.',
  fix: 'Read the events of the claim; create the missing storage class, or fix the storage. Do not delete a claim that was bound before: it holds data.',
  byHand: ['kubectl --context CONTEXT -n NAMESPACE describe pvc NAME', 'kubectl --context CONTEXT get storageclass'],
  modes: ['F52'],
  about: ['MariaDB.k8s.mariadb.com'],
  beside: ['StatefulSet.apps', 'PersistentVolumeClaim', 'Event'],
  *run(context) {
    for (const database of context.of('MariaDB.k8s.mariadb.com')) {
      if (isFine(context.own(database).state)) continue
      const sets = context.out(database, 'StatefulSet.apps')
      for (const claim of sets.flatMap((set) => context.out(set, 'PersistentVolumeClaim'))) {
        const phase = textAt(claim.object, 'status.phase')
        if ((phase !== 'Pending' && phase !== 'Lost') || isYoungerThan(claim, 5, context.now)) continue
        const [event] = context.events(claim)
        const storageClass = textAt(claim.object, 'spec.storageClassName')
        yield {
          mode: 'F52',
          subject: claim,
          message: event?.message ?? `the volume is ${phase}${storageClass ? `, storage class ${storageClass}` : ''}`,
          evidence: [
            fieldProof(claim, 'status.phase'),
            fieldProof(claim, 'spec.storageClassName'),
            ...(event
              ? [
                  {
                    on: claim,
                    path: `events[${event.reason}]`,
                    value: event.message,
                    ...(event.first ? { since: event.first } : {}),
                  },
                ]
              : []),
            conditionProof(database, 'Ready'),
          ],
          next: [kubectl({ cluster: claim.cluster }, 'get', 'storageclass')],
          affects: [database],
        }
      }
    }
  },
}

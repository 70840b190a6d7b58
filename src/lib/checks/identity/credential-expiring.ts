// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../../model/check/check.ts'
import { conditionOf, conditionProof, withoutDate } from '../../model/check/evidence.ts'
import { getYaml } from '../../model/check/next-step.ts'
import { textAt } from '../../model/object/fields.ts'
import { DAY, formatAge } from '../../model/text/time.ts'

const CREDENTIAL = 'ApplicationCredential.openstack.k-orc.cloud'
const EXPIRY_PATH = 'status.resource.expiresAt'

export const credentialExpiring: Check = {
  id: 'credential-expiring',
  category: 'identity',
  severity: 'warning',
  effect: 'degrades',
  title: 'An application credential ends soon, or has ended',
  why: 'A service logs in to Keystone with it. After its end every login is refused, and K-ORC still says Available: it does not look again, and nothing renews the credential by itself.',
  fix: 'Make a new one before it ends: for the admin credential a CredentialRotation with reMint: true; for a service delete and recreate the ApplicationCredential with a later expiresAt and a new value, then let the clouds.yaml follow.',
  byHand: [
    "kubectl -n NAMESPACE get applicationcredentials.openstack.k-orc.cloud -o custom-columns='NAME:.metadata.name,ENDS:.status.resource.expiresAt'",
  ],
  modes: ['F88'],
  about: [CREDENTIAL],
  *run(context) {
    for (const node of context.of(CREDENTIAL)) {
      const expiry = textAt(node.object, EXPIRY_PATH)
      const left = Date.parse(expiry ?? '') - context.now
      if (!expiry || !(left < 7 * DAY) || node.object?.metadata.deletionTimestamp) continue
      const isExpired = left <= 0
      yield {
        mode: 'F88',
        subject: node,
        message: isExpired ? `it ended ${formatAge(-left)} ago` : `it ends in ${formatAge(left)}`,
        evidence: [
          { on: node, path: EXPIRY_PATH, value: expiry, ...(isExpired ? { since: expiry } : {}) },
          ...(conditionOf(node, 'Available') ? [withoutDate(conditionProof(node, 'Available'))] : []),
        ],
        next: [getYaml(node)],
        standsAlone: true,
        severity: isExpired ? 'error' : 'warning',
      }
    }
  },
}

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
  title: 'Application credential expires soon or has expired',
  why: 'A service uses it to log in to Keystone. When it has expired, every login is rejected, but K-ORC still reports Available: it does not check again, and nothing renews the credential.',
  fix: 'Replace it before it expires. Admin credential: a CredentialRotation with reMint: true. Service credential: create an ApplicationCredential with a later expiresAt and a new value, switch the clouds.yaml to it, and delete the old one when nothing uses it.',
  byHand: [
    "kubectl --context CONTEXT -n NAMESPACE get applicationcredentials.openstack.k-orc.cloud -o custom-columns='NAME:.metadata.name,ENDS:.status.resource.expiresAt'",
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
        message: isExpired ? `expired ${formatAge(-left)} ago` : `expires in ${formatAge(left)}`,
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

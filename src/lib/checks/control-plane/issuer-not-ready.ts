// SPDX-License-Identifier: Apache-2.0
import { hasLastedFor, isStatusCurrent } from '../../model/check/age.ts'
import type { Check, CheckContext } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof, withoutDate } from '../../model/check/evidence.ts'
import { describe } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { textAt } from '../../model/object/fields.ts'

const ISSUERS: readonly string[] = ['ClusterIssuer.cert-manager.io', 'Issuer.cert-manager.io']
const CERTIFICATE = 'Certificate.cert-manager.io'

export const issuerNotReady: Check = {
  id: 'issuer-not-ready',
  category: 'control-plane',
  severity: 'error',
  effect: 'fails',
  title: 'Issuer cannot issue certificates',
  why: 'cert-manager cannot use the issuer: its CA Secret is missing, its account is not registered, or its server does not respond. Certificates keep working until they expire; none is renewed, and new ones are never issued.',
  fix: 'Read the message of the issuer. ErrGetKeyPair: restore its CA Secret (for a ClusterIssuer in the namespace of cert-manager). Otherwise fix its account or its server. cert-manager then renews overdue certificates on its own.',
  byHand: [
    'kubectl --context CONTEXT get clusterissuers',
    'kubectl --context CONTEXT -n NAMESPACE describe issuer NAME',
    'kubectl --context CONTEXT get certificates -A',
  ],
  modes: ['F162'],
  about: ISSUERS,
  beside: [CERTIFICATE],
  reasons: ['ErrGetKeyPair', 'ErrInitIssuer', 'ErrRegisterACMEAccount'],
  *run(context) {
    for (const issuer of ISSUERS.flatMap((kind) => context.of(kind))) {
      const ready = conditionOf(issuer, 'Ready')
      if (ready?.status !== 'False' || !isStatusCurrent(issuer) || !hasLastedFor(ready.since, 5, context.now)) continue
      const certificates = context.into(issuer, CERTIFICATE)
      const overdue = certificates.filter((certificate) => isOverdue(context, certificate))
      yield {
        mode: 'F162',
        subject: issuer,
        message: `${ready.message || ready.reason}; ${overdue.length} of ${certificates.length} certificates from it are overdue`,
        evidence: [
          conditionProof(issuer, 'Ready'),
          ...(textAt(issuer.object, 'spec.ca.secretName') ? [fieldProof(issuer, 'spec.ca.secretName')] : []),
          ...overdue.slice(0, 3).map((certificate) => withoutDate(fieldProof(certificate, 'status.notAfter'))),
        ],
        ...(overdue.length === 0 ? { severity: 'warning' as const } : {}),
        affects: overdue,
        next: overdue.slice(0, 1).map(describe),
      }
    }
  },
}

/** Not issued, expired, or past its renewal. */
function isOverdue({ now }: CheckContext, { object }: GraphNode): boolean {
  if (!object) return false
  const [ready, renewal] = [textAt(object, 'status.notAfter'), textAt(object, 'status.renewalTime')]
  const isValid = ready !== undefined && Date.parse(ready) > now
  return !isValid || hasLastedFor(renewal, 60, now)
}

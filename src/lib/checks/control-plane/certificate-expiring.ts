// SPDX-License-Identifier: Apache-2.0

import { STORE_CERTIFICATES } from '../../kinds/external-secrets/server-links.ts'
import { isFailing, STORES } from '../../kinds/external-secrets/sync.ts'
import { databaseCertificates } from '../../kinds/mariadb/certificates.ts'
import { hasLastedFor, isStatusCurrent, isYoungerThan } from '../../model/check/age.ts'
import type { Check, CheckContext, CheckFinding, FindingEvidence } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { textAt } from '../../model/object/fields.ts'
import { formatAge } from '../../model/text/time.ts'

const [DATABASE, CERTIFICATE] = ['MariaDB.k8s.mariadb.com', 'Certificate.cert-manager.io'] as const
const DAY = 86_400_000

/** The MariaDB operator renews earlier than this; if it has not, renewal does not work. */
const WARNING_TIME = 14 * DAY

export const certificateExpiring: Check = {
  id: 'certificate-expiring',
  category: 'control-plane',
  severity: 'error',
  effect: 'degrades',
  title: 'Certificate not issued or expiring',
  why: 'Services use certificates to connect to their database, and External Secrets to OpenBao. Certificates are renewed well before they expire; when one is not, every connection that uses it fails at the moment it expires.',
  fix: 'Read what cert-manager or the MariaDB operator reports: the issuer, its CA or its permissions. After fixing the cause, force the renewal: cmctl renew for cert-manager; for the MariaDB operator, delete only the certificate Secret that it issued (never its CA Secret), and it is issued again.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE describe certificate NAME',
    'kubectl --context CONTEXT -n NAMESPACE get mariadb NAME -o jsonpath="{.status.tls}"',
  ],
  modes: ['F73'],
  about: [DATABASE, CERTIFICATE],
  beside: STORES,
  *run(context) {
    for (const node of context.of(DATABASE)) yield* fromDatabase(node, context.now)
    for (const node of context.of(CERTIFICATE)) yield* fromCertManager(node, context)
  },
}

function* fromDatabase(node: GraphNode, now: number): Iterable<CheckFinding> {
  const expiring = [...databaseCertificates(node.object)].filter(({ notAfter, notBefore }) => {
    const [left, life] = [Date.parse(notAfter) - now, Date.parse(notAfter) - Date.parse(notBefore ?? '')]
    // A short-lived certificate is always close to its expiry: use the remaining share of its lifetime.
    return left < WARNING_TIME && (left < 0 || Number.isNaN(life) || left < life / 4)
  })
  const [first] = expiring.sort((a, b) => Date.parse(a.notAfter) - Date.parse(b.notAfter))
  if (!first || node.stale || node.object?.metadata.deletionTimestamp) return
  const left = Date.parse(first.notAfter) - now
  yield {
    mode: 'F73',
    subject: node,
    standsAlone: true,
    severity: left < 0 ? 'error' : 'warning',
    message: `${first.name} ${left < 0 ? `expired ${formatAge(-left)} ago` : `expires in ${formatAge(left)} and was not renewed`}`,
    evidence: expiring.map(({ path, notAfter }): FindingEvidence => ({ on: node, path, value: notAfter })),
    next: [kubectl(node, 'get', 'secrets', '-l', `app.kubernetes.io/instance=${node.name}`)],
  }
}

/** cert-manager reports its own renewal time; the lifetime of the certificate does not matter. */
function* fromCertManager(node: GraphNode, context: CheckContext): Iterable<CheckFinding> {
  const { now } = context
  if (!isStatusCurrent(node) || isYoungerThan(node, 10, now)) return
  const ready = conditionOf(node, 'Ready')
  const isRefused = ready?.status === 'False' && hasLastedFor(ready.since, 10, now)
  const isExpired = now > Date.parse(textAt(node.object, 'status.notAfter') ?? '')
  const isLate = hasLastedFor(textAt(node.object, 'status.renewalTime'), 60, now)
  if (!isRefused && !isExpired && !isLate) return
  const issuing = conditionOf(node, 'Issuing')
  yield {
    mode: 'F73',
    subject: node,
    severity: isRefused || isExpired ? 'error' : 'warning',
    message: isRefused
      ? ready.message || 'it is not ready'
      : isExpired
        ? 'the certificate has expired'
        : 'it is overdue for renewal',
    evidence: [
      ...(ready ? [conditionProof(node, 'Ready')] : []),
      ...(issuing && issuing.status !== 'True' ? [conditionProof(node, 'Issuing')] : []),
      fieldProof(node, 'status.notAfter'),
      fieldProof(node, 'status.renewalTime'),
    ].filter(({ value }) => value !== 'absent'),
    affects: isRefused || isExpired ? failingStores(context, node) : [],
    next: [kubectl(node, 'get', 'certificaterequests')],
  }
}

/** Secret stores that log in with this certificate, or trust its authority, and fail because of certificates. */
function failingStores(context: CheckContext, certificate: GraphNode): readonly GraphNode[] {
  const secret = textAt(certificate.object, 'spec.secretName')
  return STORES.flatMap((kind) => context.of(kind)).filter(
    (store) =>
      store.cluster === certificate.cluster &&
      isFailing(store, context.now) &&
      /x509|tls|certificate/i.test(conditionOf(store, 'Ready')?.message ?? '') &&
      STORE_CERTIFICATES.some(
        (path) =>
          textAt(store.object, `${path}.name`) === secret &&
          (store.namespace ?? textAt(store.object, `${path}.namespace`)) === certificate.namespace,
      ),
  )
}

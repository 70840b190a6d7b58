// SPDX-License-Identifier: Apache-2.0

import { databaseCertificates } from '../../kinds/mariadb/certificates.ts'
import { hasLastedFor, isStatusCurrent, isYoungerThan } from '../../model/check/age.ts'
import type { Check, CheckFinding, FindingEvidence } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { textAt } from '../../model/object/fields.ts'
import { formatAge } from '../../model/text/time.ts'

const [DATABASE, CERTIFICATE] = ['MariaDB.k8s.mariadb.com', 'Certificate.cert-manager.io'] as const
const DAY = 86_400_000

/** A database that has not renewed a certificate by then will not, unless somebody helps. */
const SOON = 14 * DAY

export const certificateExpiring: Check = {
  id: 'certificate-expiring',
  category: 'control-plane',
  severity: 'error',
  title: 'A certificate was not issued, or ends soon',
  why: 'Services talk to their database, and External Secrets to OpenBao, by certificates that are renewed well before they end. One that was not renewed in time stops every connection the moment it ends.',
  fix: 'Look at what cert-manager or the MariaDB operator says about it: the issuer, its CA and its permissions. Renewing can be forced with cmctl renew; the MariaDB operator renews when its certificate Secret is deleted.',
  byHand: [
    'kubectl -n NAMESPACE describe certificate NAME',
    'kubectl -n NAMESPACE get mariadb NAME -o jsonpath="{.status.tls}"',
  ],
  modes: ['F73'],
  about: [DATABASE, CERTIFICATE],
  *run(sight) {
    for (const node of sight.of(DATABASE)) yield* inDatabase(node, sight.now)
    for (const node of sight.of(CERTIFICATE)) yield* ofManager(node, sight.now)
  },
}

function* inDatabase(node: GraphNode, now: number): Iterable<CheckFinding> {
  const ends = [...databaseCertificates(node.object)].filter(({ notAfter, notBefore }) => {
    const [left, life] = [Date.parse(notAfter) - now, Date.parse(notAfter) - Date.parse(notBefore ?? '')]
    // One that never lives long is renewed late and well in time.
    return left < SOON && (left < 0 || Number.isNaN(life) || left < life / 4)
  })
  const [first] = ends.sort((a, b) => Date.parse(a.notAfter) - Date.parse(b.notAfter))
  if (!first || node.stale || node.object?.metadata.deletionTimestamp) return
  const left = Date.parse(first.notAfter) - now
  yield {
    mode: 'F73',
    subject: node,
    standsAlone: true,
    severity: left < 0 ? 'error' : 'warning',
    message: `${first.name} ${left < 0 ? `ended ${formatAge(-left)} ago` : `ends in ${formatAge(left)} and was not renewed`}`,
    evidence: ends.map(({ path, notAfter }): FindingEvidence => ({ on: node, path, value: notAfter })),
    next: [kubectl(node, 'get', 'secrets', '-l', `app.kubernetes.io/instance=${node.name}`)],
  }
}

/** cert-manager says itself when it should have renewed; how long a certificate lives is its own affair. */
function* ofManager(node: GraphNode, now: number): Iterable<CheckFinding> {
  if (!isStatusCurrent(node) || isYoungerThan(node, 10, now)) return
  const ready = conditionOf(node, 'Ready')
  const isRefused = ready?.status === 'False' && hasLastedFor(ready.since, 10, now)
  const isOver = now > Date.parse(textAt(node.object, 'status.notAfter') ?? '')
  const isLate = hasLastedFor(textAt(node.object, 'status.renewalTime'), 60, now)
  if (!isRefused && !isOver && !isLate) return
  const issuing = conditionOf(node, 'Issuing')
  yield {
    mode: 'F73',
    subject: node,
    severity: isRefused || isOver ? 'error' : 'warning',
    message: isRefused
      ? ready.message || 'it is not ready'
      : isOver
        ? 'the certificate has expired'
        : 'it should have been renewed and was not',
    evidence: [
      ...(ready ? [conditionProof(node, 'Ready')] : []),
      ...(issuing && issuing.status !== 'True' ? [conditionProof(node, 'Issuing')] : []),
      fieldProof(node, 'status.notAfter'),
      fieldProof(node, 'status.renewalTime'),
    ].filter(({ value }) => value !== 'absent'),
    next: [kubectl(node, 'get', 'certificaterequests')],
  }
}

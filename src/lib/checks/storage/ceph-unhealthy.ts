// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../../model/check/check.ts'
import { fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import { textAt } from '../../model/object/fields.ts'
import { CEPH, complaintProof, complaintsOf, healthProof, isAboutRoom } from '../shared/ceph-health.ts'
import { COUNTED_POOL_KINDS } from '../shared/pool-members.ts'

export const cephUnhealthy: Check = {
  id: 'ceph-unhealthy',
  category: 'storage',
  severity: 'error',
  title: 'Ceph says it is not well',
  why: 'With HEALTH_ERR volumes and images hang or are lost; with HEALTH_WARN all of them still work, but with less safety: daemons are down, or copies are missing.',
  fix: 'Follow Ceph’s own words: bring the daemons back that are down, then let it recover before anything else is touched.',
  byHand: [
    "kubectl -n rook-ceph get cephcluster -o jsonpath='{.items[*].status.ceph.details}'",
    'kubectl rook-ceph health',
    'kubectl -n rook-ceph get pods -o wide',
  ],
  modes: ['F40'],
  about: [CEPH],
  beside: [...COUNTED_POOL_KINDS],
  *run(context) {
    for (const ceph of context.of(CEPH)) {
      const { state, message } = context.own(ceph)
      const complaints = complaintsOf(ceph).filter((complaint) => !isAboutRoom(complaint))
      const health = textAt(ceph.object, 'status.ceph.health') ?? ''
      // Rook's own state, or Ceph's if it is recent: an old status is unknown, and ongoing work is progressing.
      if (state !== 'failed' && state !== 'degraded') continue
      const isRook = textAt(ceph.object, 'status.phase') !== 'Ready'
      if (!isRook && !/^HEALTH_(WARN|ERR)$/.test(health)) continue
      if (!isRook && complaints.length === 0 && complaintsOf(ceph).length > 0) continue
      yield {
        mode: 'F40',
        subject: ceph,
        message: isRook
          ? (message ?? textAt(ceph.object, 'status.message') ?? 'Rook cannot set it up')
          : `${health}: ${complaints.map((one) => one.message).join('; ') || 'Ceph does not say why'}`,
        evidence: [
          isRook ? fieldProof(ceph, 'status.phase') : healthProof(ceph),
          ...complaints.map((complaint) => complaintProof(ceph, complaint)),
        ],
        ...(health === 'HEALTH_WARN' && !isRook ? { severity: 'warning' as const } : {}),
        next: [kubectl(ceph, 'rook-ceph', 'health'), kubectl(ceph, 'get', 'pods', '-o', 'wide')],
      }
    }
  },
}

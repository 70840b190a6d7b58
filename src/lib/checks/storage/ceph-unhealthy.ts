// SPDX-License-Identifier: Apache-2.0
import { cephEffectState, cephHealthChecks, EFFECT_TEXT } from '../../kinds/rook/ceph-health-codes.ts'
import type { Check, CheckFinding } from '../../model/check/check.ts'
import { fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { textAt } from '../../model/object/fields.ts'
import { CEPH, type Complaint, complaintProof, complaintsOf, healthProof, isAboutRoom } from '../shared/ceph-health.ts'
import { COUNTED_POOL_KINDS } from '../shared/pool-members.ts'

export const cephUnhealthy: Check = {
  id: 'ceph-unhealthy',
  category: 'storage',
  severity: 'error',
  title: 'Ceph is unhealthy',
  why: 'Each Ceph health code has its own impact: some block reads or writes, so that volumes and images hang; some reduce redundancy, because daemons are down or replicas are missing; some affect nothing yet, such as insecure key types. The finding says which.',
  fix: 'Follow the Ceph message: restore the daemons that are down, then let Ceph recover before you change anything else.',
  byHand: [
    "kubectl --context STORAGE -n rook-ceph get cephcluster -o jsonpath='{.items[*].status.ceph.details}'",
    'kubectl rook-ceph --context STORAGE health',
    'kubectl --context STORAGE -n rook-ceph get pods -o wide',
  ],
  modes: ['F40'],
  about: [CEPH],
  beside: [...COUNTED_POOL_KINDS],
  *run(context) {
    for (const ceph of context.of(CEPH)) {
      const { state, message } = context.own(ceph)
      // Rook's own state, or Ceph's if it is recent: an old status is unknown, and ongoing work is progressing.
      const isRook = textAt(ceph.object, 'status.phase') !== 'Ready'
      if (isRook && (state === 'failed' || state === 'degraded')) yield rookProblem(ceph, message)
      else if (!isRook && ['failed', 'degraded', 'healthy'].includes(state)) yield* cephProblem(ceph, context.now)
    }
  },
}

const rookProblem = (ceph: GraphNode, message: string | undefined): CheckFinding => ({
  mode: 'F40',
  subject: ceph,
  message: message ?? textAt(ceph.object, 'status.message') ?? 'Rook cannot set it up',
  evidence: [fieldProof(ceph, 'status.phase')],
  next: nextSteps(ceph),
})

function* cephProblem(ceph: GraphNode, now: number): Iterable<CheckFinding> {
  const health = textAt(ceph.object, 'status.ceph.health') ?? ''
  const all = cephHealthChecks(ceph.object)
  const complaints = complaintsOf(ceph).filter((complaint) => !isAboutRoom(complaint))
  if (!/^HEALTH_(WARN|ERR)$/.test(health) || (complaints.length === 0 && all.length > 0)) return
  const state =
    complaints.length > 0
      ? cephEffectState(
          cephHealthChecks(ceph.object).filter((one) => isOneOf(complaints, one)),
          changedOf(ceph),
          now,
        )
      : health === 'HEALTH_ERR'
        ? 'failed'
        : 'degraded'
  const isAboutKeys = complaints.length > 0 && complaints.every(({ code }) => /^AUTH_INSECURE_/.test(code))
  yield {
    mode: 'F40',
    subject: ceph,
    message: `${health}: ${complaints.map(({ message, effect }) => `${message} (${EFFECT_TEXT[effect]})`).join('; ') || 'Ceph gives no reason'}`,
    evidence: [healthProof(ceph), ...complaints.map((complaint) => complaintProof(ceph, complaint))],
    ...(state === 'failed' ? {} : { severity: state === 'degraded' || isAboutKeys ? 'warning' : 'info' }),
    ...(isAboutKeys ? { fix: KEY_FIX } : {}),
    ...(state === 'healthy' ? { standsAlone: true } : {}),
    next: nextSteps(ceph),
  }
}

const isOneOf = (complaints: readonly Complaint[], { code }: Complaint) => complaints.some((one) => one.code === code)

const changedOf = ({ object }: GraphNode) => textAt(object, 'status.ceph.lastChanged')

/** @see https://github.com/rook/rook/blob/d0c3b9ce/Documentation/Storage-Configuration/Advanced/cephx-key-rotation.md */
const KEY_FIX =
  'I/O is not affected; do not restart anything. Rotate the cephx keys with Rook (spec.security.cephx of the CephCluster), daemons first. Rotate client keys only when the kernels of all consumers support the new key type, and mute the remaining codes until then.'

const nextSteps = (ceph: GraphNode) => [
  kubectl(ceph, 'rook-ceph', 'health'),
  kubectl(ceph, 'get', 'pods', '-o', 'wide'),
]

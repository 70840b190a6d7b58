// SPDX-License-Identifier: Apache-2.0
// Shared by the Ceph checks: health details, grouped by topic.
import { type CephHealthCheck, cephHealthChecks, isSilenced } from '../../kinds/rook/ceph-health-codes.ts'
import type { CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { conditionProof, fieldProof } from '../../model/check/evidence.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { conditionsOf } from '../../model/object/conditions.ts'
import { textAt } from '../../model/object/fields.ts'

export const CEPH = 'CephCluster.ceph.rook.io'
export const REMOTE_CLUSTERS = ['RemoteCluster.ceph.cobaltcore.sap.com', 'RemoteCluster.ceph.c5c3.io'] as const
export const REMOTE_ARBITERS = ['RemoteArbiter.ceph.cobaltcore.sap.com', 'RemoteArbiter.ceph.c5c3.io'] as const

export type Complaint = Pick<CephHealthCheck, 'code' | 'message' | 'isError' | 'effect'>

/** Without those that were muted on purpose. */
export const complaintsOf = ({ object }: GraphNode): readonly Complaint[] =>
  cephHealthChecks(object).filter((check) => !isSilenced(check))

/** OSD_NEARFULL, POOL_FULL, OSD_BACKFILLFULL and the like: capacity is exhausted. */
export const isAboutRoom = ({ code }: Complaint): boolean => /FULL$|^POOL_TOO_MUCH|QUOTA/.test(code)

export const isAboutMonitors = ({ code }: Complaint): boolean => /^MON_/.test(code)

export const complaintProof = (on: GraphNode, { code, message }: Complaint): FindingEvidence => ({
  on,
  path: `status.ceph.details[${code}]`,
  value: message,
})

export function healthProof(on: GraphNode): FindingEvidence {
  const since = textAt(on.object, 'status.ceph.lastChanged')
  return { ...fieldProof(on, 'status.ceph.health'), ...(since ? { since } : {}) }
}

/** Ceph clusters that only report monitor problems: one lost monitor explains all of them. */
export function shortOfMonitors(clusters: readonly GraphNode[]): readonly GraphNode[] {
  return clusters.filter((ceph) => complaintsOf(ceph).length > 0 && complaintsOf(ceph).every(isAboutMonitors))
}

export const lostArbiters = (context: CheckContext, ceph: GraphNode): readonly GraphNode[] =>
  REMOTE_ARBITERS.flatMap((kind) => context.into(ceph, kind)).filter((arbiter) => {
    const { state } = context.own(arbiter)
    return !isFine(state) && state !== 'unknown' && state !== 'progressing'
  })

/** Rook's error for an object it could not set up: from a failure condition, or from status.message. */
export function rookWords(node: GraphNode): { readonly message?: string; readonly proof: readonly FindingEvidence[] } {
  const conditions = node.object ? [...conditionsOf(node.object).values()] : []
  const failed = conditions.find(
    ({ type, status, message }) =>
      message !== '' && (/^(Reconcile)?Fail/.test(type) ? status === 'True' : status === 'False'),
  )
  const message = textAt(node.object, 'status.message') ?? failed?.message
  const statusMessage = textAt(node.object, 'status.message') ? [fieldProof(node, 'status.message')] : []
  return { ...(message ? { message } : {}), proof: failed ? [conditionProof(node, failed.type)] : statusMessage }
}

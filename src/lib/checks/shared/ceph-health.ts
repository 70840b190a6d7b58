// SPDX-License-Identifier: Apache-2.0
// What the checks of Ceph have in common: its complaints, sorted by what they are about.
import type { CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { conditionProof, fieldProof } from '../../model/check/evidence.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { conditionsOf } from '../../model/object/conditions.ts'
import { entriesAt, textAt } from '../../model/object/fields.ts'

export const CEPH = 'CephCluster.ceph.rook.io'
export const REMOTE_CLUSTERS = ['RemoteCluster.ceph.cobaltcore.sap.com', 'RemoteCluster.ceph.c5c3.io'] as const
export const REMOTE_ARBITERS = ['RemoteArbiter.ceph.cobaltcore.sap.com', 'RemoteArbiter.ceph.c5c3.io'] as const

/** One complaint of Ceph by its own code. */
export interface Complaint {
  readonly code: string
  readonly message: string
  readonly isError: boolean
}

export const complaintsOf = ({ object }: GraphNode): readonly Complaint[] =>
  entriesAt(object, 'status.ceph.details').map(([code, detail]) => ({
    code,
    message: textAt(detail, 'message') ?? '',
    isError: textAt(detail, 'severity') === 'HEALTH_ERR',
  }))

/** OSD_NEARFULL, POOL_FULL, OSD_BACKFILLFULL and the like: there is no room. */
export const isAboutRoom = ({ code }: Complaint): boolean => /FULL$|^POOL_TOO_MUCH|QUOTA/.test(code)

/** MON_DOWN and the like. */
export const isAboutMonitors = ({ code }: Complaint): boolean => /^MON_/.test(code)

export const complaintProof = (on: GraphNode, { code, message }: Complaint): FindingEvidence => ({
  on,
  path: `status.ceph.details[${code}]`,
  value: message,
})

/** What Ceph says in one word, and since when. */
export function healthProof(on: GraphNode): FindingEvidence {
  const since = textAt(on.object, 'status.ceph.lastChanged')
  return { ...fieldProof(on, 'status.ceph.health'), ...(since ? { since } : {}) }
}

/** Ceph clusters whose only complaint is about monitors: one that is lost explains all of it. */
export function shortOfMonitors(clusters: readonly GraphNode[]): readonly GraphNode[] {
  return clusters.filter((ceph) => complaintsOf(ceph).length > 0 && complaintsOf(ceph).every(isAboutMonitors))
}

/** Arbiters that guard a Ceph cluster and are not well. */
export const lostArbiters = (sight: CheckContext, ceph: GraphNode): readonly GraphNode[] =>
  REMOTE_ARBITERS.flatMap((kind) => sight.into(ceph, kind)).filter((arbiter) => {
    const { state } = sight.own(arbiter)
    return !isFine(state) && state !== 'unknown' && state !== 'progressing'
  })

/** What Rook says about an object it could not set up: in a condition that is named for it, or in the message. */
export function rookWords(node: GraphNode): { readonly message?: string; readonly proof: readonly FindingEvidence[] } {
  const conditions = node.object ? [...conditionsOf(node.object).values()] : []
  const broken = conditions.find(
    ({ type, status, message }) =>
      message !== '' && (/^(Reconcile)?Fail/.test(type) ? status === 'True' : status === 'False'),
  )
  const message = textAt(node.object, 'status.message') ?? broken?.message
  const said = textAt(node.object, 'status.message') ? [fieldProof(node, 'status.message')] : []
  return { ...(message ? { message } : {}), proof: broken ? [conditionProof(node, broken.type)] : said }
}

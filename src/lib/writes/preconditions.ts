// SPDX-License-Identifier: Apache-2.0

import { clusterUid } from '../cluster/access/identity.ts'
import { arePinned, trustAnchors } from '../cluster/access/trust-anchors.ts'
import { ClusterError } from '../cluster/failure.ts'
import type { Fleet, Member } from '../fleet/member.ts'
import { hasIdentityMismatch } from '../fleet/member.ts'
import type { Plan } from '../model/plan/plan.ts'
import { C5c3Error } from '../model/report/errors.ts'

/** Throws if the profile or a cluster must not be written to. */
export async function checkWritable(fleet: Fleet, plan: Plan, allowInsecure: boolean): Promise<void> {
  const { profile } = fleet
  if (profile?.readOnly)
    throw new C5c3Error('PLAN_BLOCKED', 'refused', `profile ${profile.name} is read-only, nothing was changed`)
  for (const member of membersOf(fleet, plan)) {
    if (hasIdentityMismatch(member)) throw wrongCluster(member, member.uid ?? '')
    const { config } = member
    await checkAuthority(member)
    const isInsecure = config?.insecureSkipTlsVerify || config?.server.startsWith('http:')
    if (isInsecure && !allowInsecure)
      throw new C5c3Error(
        'PLAN_BLOCKED',
        'refused',
        `${member.label} has no verified certificate: writing to it and copying keys from it are refused`,
        ['use --allow-insecure-tls to allow it'],
      )
  }
}

/** A hostile server can claim any UID, but has no certificate of the pinned authority. */
export async function checkAuthority({ label, config, pinnedCa }: Member): Promise<void> {
  if (!config || !pinnedCa || arePinned(await trustAnchors(config), pinnedCa)) return
  throw new C5c3Error(
    'PLAN_BLOCKED',
    'refused',
    `${label}: the certificate authority of ${config.server} is not the pinned one; nothing was changed`,
    ['find out who changed the kubeconfig of this cluster; to pin it again: kubectl c5c3 contexts discover'],
  )
}

/** Clusters of the plan whose identity cannot be verified before writing. */
export const unverifiedClusters = (fleet: Fleet, plan: Plan): readonly string[] =>
  membersOf(fleet, plan).flatMap(({ client, uid, label }) =>
    client && uid === undefined
      ? [`${label} could not be identified (get namespace kube-system): that it is the right one is not checked`]
      : [],
  )

/** Verifies the identity of every cluster right before writing. Throws on a mismatch. */
export async function checkIdentity(fleet: Fleet, plan: Plan): Promise<void> {
  await Promise.all(
    plan.clusters.map(async ({ name, uid }) => {
      const member = fleet.members.find(({ label }) => label === name)
      if (!member?.client)
        throw new C5c3Error('NO_CLUSTER_REACHABLE', 'noAccess', `${name} is no longer reachable, nothing was changed`)
      const currentUid = await uidOf(member)
      if (currentUid === undefined) return
      if (currentUid !== uid) throw wrongCluster(member, currentUid)
    }),
  )
}

/** Undefined if the UID is not readable and not pinned: then the identity is not verified. */
async function uidOf(member: Member): Promise<string | undefined> {
  if (!member.client) return undefined
  try {
    return await clusterUid(member.client)
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error
    if (error.failure.fault === 'forbidden' && member.pinnedUid === undefined && member.uid === undefined)
      return undefined
    const exit = error.failure.fault === 'forbidden' ? 'refused' : 'noAccess'
    throw new C5c3Error(
      'PLAN_BLOCKED',
      exit,
      `${member.label} could not be identified (${error.failure.message}), nothing was changed`,
    )
  }
}

const membersOf = ({ members }: Fleet, { clusters }: Plan) =>
  members.filter(({ label }) => clusters.some(({ name }) => name === label))

function wrongCluster({ label, pinnedUid }: Member, actualUid: string): C5c3Error {
  const expected = pinnedUid ? `the profile expects ${pinnedUid}` : 'not the cluster of the plan'
  return new C5c3Error(
    'PLAN_BLOCKED',
    'refused',
    `${label} is a different cluster: its kube-system has UID ${actualUid}, ${expected}; nothing was changed`,
    ['to see which cluster each context reaches: kubectl c5c3 contexts'],
  )
}

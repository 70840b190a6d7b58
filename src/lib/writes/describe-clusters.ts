// SPDX-License-Identifier: Apache-2.0
import { whoAmI } from '../cluster/access/access.ts'
import { trustAnchors } from '../cluster/access/trust-anchors.ts'
import { ClusterError } from '../cluster/failure.ts'
import type { ClusterClient } from '../cluster/types.ts'
import type { Fleet, Member } from '../fleet/member.ts'
import { isWrite, type Plan, type PlanCluster } from '../model/plan/plan.ts'
import { safeLine } from '../model/text/sanitize.ts'

/** Adds to each cluster of a plan its server, where its kubeconfig comes from, and who writes to it. */
export async function describeClusters(fleet: Fleet, plan: Plan): Promise<Plan['clusters']> {
  const written = new Set(plan.steps.filter(isWrite).map(({ target }) => target.cluster))
  const own = fleet.members.find(({ client, foundIn }) => client && !foundIn)
  let person: Promise<string> | undefined
  return Promise.all(
    plan.clusters.map(async (cluster): Promise<PlanCluster> => {
      const member = memberOf(fleet, cluster.name)
      if (!member?.config || !member.client) return cluster
      const found = {
        ...cluster,
        server: safeLine(member.config.server),
        origin: originText(fleet, member),
        ...(isDemo(member) ? {} : { ca: await trustAnchors(member.config) }),
      }
      if (!written.has(cluster.name)) return found
      const user = await userOf(member.client)
      // an account found in a cluster is shared: the user's own login tells the people apart
      if (!member.foundIn || !own?.client) return { ...found, user }
      // one review, however many clusters are written to
      person ??= userOf(own.client)
      return { ...found, user, person: await person }
    }),
  )
}

/** Each start of a demo has a new certificate authority: a plan of the start before is still meant for it. */
const isDemo = ({ origins }: Member) => origins.some(({ type }) => type === 'demo')

export const memberOf = ({ members }: Fleet, name: string): Member | undefined =>
  members.find(({ label }) => label === name)

/** ProviderConfig cp, pinned by profile prod */
function originText({ profile }: Fleet, { origins, foundIn, pinnedCa, pinnedUid }: Member): string {
  if (!foundIn) return origins[0]?.text ?? ''
  return profile && pinnedUid && pinnedCa ? `${foundIn.text}, pinned by profile ${profile.name}` : foundIn.text
}

/** Servers before Kubernetes 1.28 have no SelfSubjectReview. */
async function userOf(client: ClusterClient): Promise<string> {
  try {
    return safeLine((await whoAmI(client)).username)
  } catch (error) {
    if (error instanceof ClusterError && error.failure.fault !== 'cancelled') return 'unknown'
    throw error
  }
}

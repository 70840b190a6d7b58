// SPDX-License-Identifier: Apache-2.0
import { whoAmI } from '../cluster/access/access.ts'
import { trustAnchors } from '../cluster/access/trust-anchors.ts'
import { ClusterError } from '../cluster/failure.ts'
import type { ClusterClient } from '../cluster/types.ts'
import type { Fleet, Member } from '../fleet/member.ts'
import { isWrite, type Plan, type PlanCluster } from '../model/plan/plan.ts'
import { safeLine } from '../model/text/sanitize.ts'

/** Adds to each cluster of a plan its server, the origin of its kubeconfig, and the user that writes to it. */
export async function describeClusters(fleet: Fleet, plan: Plan): Promise<Plan['clusters']> {
  const written = new Set(plan.steps.filter(isWrite).map(({ target }) => target.cluster))
  const own = fleet.members.find(({ client, foundIn }) => client && !foundIn)
  let person: Promise<string> | undefined
  return Promise.all(
    plan.clusters.map(async (cluster): Promise<PlanCluster> => {
      const member = memberOf(fleet, cluster.name)
      if (!member?.config || !member.client) return cluster
      const described = {
        ...cluster,
        server: safeLine(member.config.server),
        origin: originText(fleet, member),
        ...(isDemo(member) ? {} : { ca: await trustAnchors(member.config) }),
      }
      if (!written.has(cluster.name)) return described
      const user = await userOf(member.client)
      // An account from a discovered kubeconfig is shared: the user's own login identifies the person.
      if (!member.foundIn || !own?.client) return { ...described, user }
      // one review, however many clusters are written to
      person ??= userOf(own.client)
      return { ...described, user, person: await person }
    }),
  )
}

/** A demo gets a new certificate authority on each start; its saved plans must survive that. */
const isDemo = ({ origins }: Member) => origins.some(({ type }) => type === 'demo')

export const memberOf = ({ members }: Fleet, name: string): Member | undefined =>
  members.find(({ label }) => label === name)

/** For example ProviderConfig cp, pinned by profile prod. */
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

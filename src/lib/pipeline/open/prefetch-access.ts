// SPDX-License-Identifier: Apache-2.0
import { whoAmI } from '../../cluster/access/access.ts'
import { rulesEverywhere } from '../../cluster/access/rules.ts'
import { ClusterError } from '../../cluster/failure.ts'
import type { ClusterClient } from '../../cluster/types.ts'

/** Who we are and what we may do, as a cluster says. */
export interface ClusterAccess {
  readonly user: Promise<{ user?: string; groups?: readonly string[] }>
  readonly rules: ReturnType<typeof rulesEverywhere>
}

const asked = new WeakMap<ClusterClient, ClusterAccess>()

/** Asks who we are and what we may do as soon as a cluster is opened; loginTo() takes the answers. */
export function prefetchAccess(client: ClusterClient): void {
  const early = ask(client)
  // a cluster that turns out to be no member is closed before it answers
  for (const answer of Object.values(early)) answer.catch(() => {})
  asked.set(client, early)
}

/** What was asked ahead, or is asked now. */
export const accessOf = (client: ClusterClient): ClusterAccess => asked.get(client) ?? ask(client)

const ask = (client: ClusterClient): ClusterAccess => ({ user: userOf(client), rules: rulesEverywhere(client) })

async function userOf(client: ClusterClient): Promise<{ user?: string; groups?: readonly string[] }> {
  try {
    const { username, groups } = await whoAmI(client)
    return { user: username, groups }
  } catch (error) {
    if (error instanceof ClusterError) return {}
    throw error
  }
}

// SPDX-License-Identifier: Apache-2.0
import { whoAmI } from '../../cluster/access/access.ts'
import { rulesEverywhere } from '../../cluster/access/rules.ts'
import { ClusterError } from '../../cluster/failure.ts'
import type { ClusterClient } from '../../cluster/types.ts'

/** Our user and permissions in a cluster. */
export interface ClusterAccess {
  readonly user: Promise<{ user?: string; groups?: readonly string[] }>
  readonly rules: ReturnType<typeof rulesEverywhere>
}

/** Reads user and permissions as soon as a cluster is opened; accessOf() returns the results. */
export function prefetchAccess(client: ClusterClient): void {
  const access = readAccess(client)
  // A cluster that turns out not to be a member is closed before it answers.
  for (const answer of Object.values(access)) answer.catch(() => {})
  prefetched.set(client, access)
}

/** The prefetched access, or a fresh read. */
export const accessOf = (client: ClusterClient): ClusterAccess => prefetched.get(client) ?? readAccess(client)

const readAccess = (client: ClusterClient): ClusterAccess => ({ user: userOf(client), rules: rulesEverywhere(client) })

async function userOf(client: ClusterClient): Promise<{ user?: string; groups?: readonly string[] }> {
  try {
    const { username, groups } = await whoAmI(client)
    return { user: username, groups }
  } catch (error) {
    if (error instanceof ClusterError) return {}
    throw error
  }
}

const prefetched = new WeakMap<ClusterClient, ClusterAccess>()

// SPDX-License-Identifier: Apache-2.0
import type { ClusterConfig } from '../cluster/config.ts'
import type { RoleName } from '../model/landscape/role.ts'
import { safeLine } from '../model/text/sanitize.ts'

/** Sources of clusters by rank: the lowest gives name and credentials if several candidates are the same cluster. */
export const ORIGINS = {
  demo: 0,
  profile: 0,
  flag: 0,
  'current context': 1,
  'in-cluster': 1,
  context: 2,
  ProviderConfig: 3,
  registration: 3,
  Flux: 4,
  garden: 5,
} as const

export type OriginType = keyof typeof ORIGINS

export interface Origin {
  readonly type: OriginType
  /** For people, such as `ProviderConfig st-pool-a`. */
  readonly text: string
}

/** A cluster to try to open. */
export interface Candidate {
  /** Empty if its API decides. */
  readonly roles: readonly RoleName[]
  /** Used for roles that are detected by its API. */
  readonly name: string
  readonly origin: Origin
  /** Absent if it cannot be used, see `refused`. */
  readonly config?: ClusterConfig
  readonly refused?: string
  /** The object in another cluster that contains this kubeconfig; absent for the user's own kubeconfig. */
  readonly foundIn?: Origin
  /** UID of kube-system that the profile expects. */
  readonly pinnedUid?: string
  readonly pinnedCa?: readonly string[]
  /** Certainly part of the fleet: listed even if it cannot be opened. */
  readonly certain: boolean
}

/** Sanitizes every displayed string: names come from kubeconfigs, profiles and file names. */
export function sanitized(candidate: Candidate): Candidate {
  const { name, roles, origin, refused, foundIn, pinnedUid } = candidate
  return {
    ...candidate,
    name: safeLine(name),
    roles: roles.map((role) => ({ ...role, name: safeLine(role.name) })),
    origin: { ...origin, text: safeLine(origin.text) },
    ...(refused ? { refused: safeLine(refused) } : {}),
    ...(foundIn ? { foundIn: { ...foundIn, text: safeLine(foundIn.text) } } : {}),
    ...(pinnedUid ? { pinnedUid: safeLine(pinnedUid) } : {}),
  }
}

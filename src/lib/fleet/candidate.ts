// SPDX-License-Identifier: Apache-2.0
import type { ClusterConfig } from '../cluster/config.ts'
import type { RoleName } from '../model/landscape/role.ts'
import { safeLine } from '../model/text/sanitize.ts'

/** Where we know a cluster from. Rank decides whose name and credentials are used when two lead to the same cluster. */
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
  /** In words: "ProviderConfig st-pool-a". */
  readonly text: string
}

/** A cluster that may be opened. */
export interface Candidate {
  /** Empty: decided by what its API serves. */
  readonly roles: readonly RoleName[]
  /** The name it gets for roles found by its API. */
  readonly name: string
  readonly origin: Origin
  /** Absent when it cannot even be tried; refused says why. */
  readonly config?: ClusterConfig
  readonly refused?: string
  /** The object in another cluster that holds this kubeconfig; absent: it is the user's own. */
  readonly foundIn?: Origin
  /** UID of kube-system that the profile expects. */
  readonly pinnedUid?: string
  /** Trust anchors that the profile expects. */
  readonly pinnedCa?: readonly string[]
  /** Known for certain to be part of the landscape: listed even when it cannot be opened. */
  readonly certain: boolean
}

/** The candidate with every string that people will see made safe: names come from kubeconfigs, profiles and file names. */
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

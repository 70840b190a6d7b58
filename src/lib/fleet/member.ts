// SPDX-License-Identifier: Apache-2.0
import type { ClusterConfig } from '../cluster/config.ts'
import type { ClusterClient, Served } from '../cluster/types.ts'
import type { Failure } from '../model/landscape/fault.ts'
import type { Cluster } from '../model/object/resource.ts'
import type { Origin } from './candidate.ts'

/** A cluster of the fleet, opened or with the reason why not. */
export interface Member {
  readonly cluster: Cluster
  /** Its name in messages, gaps and JSON, such as `storage/st-pool-a`. */
  readonly label: string
  /** The first is the one whose credentials are used. */
  readonly origins: readonly Origin[]
  readonly config?: ClusterConfig
  /** The object in another cluster that contains its kubeconfig; absent for the user's own kubeconfig. */
  readonly foundIn?: Origin
  readonly pinnedUid?: string
  readonly pinnedCa?: readonly string[]
  /** Current UID of kube-system; absent if it is not readable. */
  readonly uid?: string
  readonly client?: ClusterClient
  readonly served?: Served
  readonly version?: string
  readonly failure?: Failure
}

/** The context points to another cluster than the one the profile pins. */
export function hasIdentityMismatch(member: Member): boolean {
  return member.pinnedUid !== undefined && member.uid !== undefined && member.pinnedUid !== member.uid
}

export interface Fleet {
  readonly profile?: {
    readonly name: string
    readonly protected: boolean
    readonly readOnly: boolean
    /** Label selectors of the DaemonSets of node agents, by the agent's name. */
    readonly agents?: Readonly<Record<string, string>>
  }
  readonly members: readonly Member[]
  /** Contexts that serve no CobaltCore resources, and clusters with a name that is already in use. */
  readonly notes: readonly string[]
  close(): void
}

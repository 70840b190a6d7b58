// SPDX-License-Identifier: Apache-2.0
import type { ClusterConfig } from '../cluster/config.ts'
import type { ClusterClient, Served } from '../cluster/types.ts'
import type { Failure } from '../model/landscape/fault.ts'
import type { Cluster } from '../model/object/resource.ts'
import type { Origin } from './candidate.ts'

/** One real cluster of the landscape, opened or with the reason why not. */
export interface Member {
  readonly cluster: Cluster
  /** storage/st-pool-a: how it is called in messages, gaps and JSON. */
  readonly label: string
  /** First the one whose credentials are used. */
  readonly origins: readonly Origin[]
  readonly config?: ClusterConfig
  /** The object in another cluster that holds its kubeconfig; absent: it is the user's own. */
  readonly foundIn?: Origin
  readonly pinnedUid?: string
  /** Trust anchors that the profile expects. */
  readonly pinnedCa?: readonly string[]
  /** UID of kube-system as read now; absent when it may not be read. */
  readonly uid?: string
  readonly client?: ClusterClient
  readonly served?: Served
  readonly version?: string
  /** Why it cannot be used. */
  readonly failure?: Failure
}

/** The pinned identity is another cluster's: what this context leads to is not what the profile means. */
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
  /** Contexts that answered but serve nothing of CobaltCore, and clusters that repeat a name already taken. */
  readonly notes: readonly string[]
  close(): void
}

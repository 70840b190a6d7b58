// SPDX-License-Identifier: Apache-2.0

import type { Cluster, Resource } from '../object/resource.ts'
import type { Gap } from './gap.ts'

export interface SeenCluster {
  readonly cluster: Cluster
  /** storage/st-pool-a */
  readonly label: string
  /** Its context in the user's own kubeconfig or profile; never one that another cluster's kubeconfig names. */
  readonly context?: string
  /** The file of that context, where kubectl does not read it by default. */
  readonly kubeconfig?: string
}

export interface KindReading {
  readonly cluster: string
  readonly kind: string
  readonly outcome: 'read' | 'notinstalled' | 'failed'
  readonly onlyNamespaces?: readonly string[]
  /** Only objects that explain unhealthy workloads were kept: nothing follows from the absence of others. */
  readonly onlyExplains?: boolean
  /** Read only because something is unhealthy, and not read again once that has recovered. */
  readonly isEvidence?: boolean
  /** By namespace, names whose existence is known although the namespace could not be listed. */
  readonly onlyNames?: ReadonlyMap<string, ReadonlySet<string>>
}

/** Everything that was read at one time, and the gaps. */
export interface Snapshot {
  /** All ages are computed from this. */
  readonly takenAt: number
  readonly clusters: readonly SeenCluster[]
  readonly resources: readonly Resource[]
  readonly readings: readonly KindReading[]
  readonly gaps: readonly Gap[]
  /** Warning Events, where a command reads them; they annotate objects and are not part of the graph. */
  readonly events?: readonly Resource[]
  /** "ProviderConfig st-pool-a" → label of the cluster it addresses. */
  readonly addresses: ReadonlyMap<string, string>
  /** Label selectors for the DaemonSets of node agents from the profile, by the agent's name. */
  readonly agents?: Readonly<Record<string, string>>
}

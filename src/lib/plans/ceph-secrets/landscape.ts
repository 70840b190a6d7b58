// SPDX-License-Identifier: Apache-2.0

import type { KubeObject } from '../../model/object/resource.ts'
import type { CephSecretFacts } from '../../model/plan/ceph-key-states.ts'
import type { ClusterOfObject } from '../shared/object-clusters.ts'

/** An object and the label of the cluster it is in. */
export interface ObjectInCluster {
  readonly cluster: string
  readonly object: KubeObject
}

/** A Secret by where it is. */
export interface SecretPlace {
  readonly cluster: string
  readonly namespace: string
  readonly name: string
}

export const secretKey = ({ cluster, namespace, name }: SecretPlace) => `${cluster} ${namespace}/${name}`

/** Everything but Secrets that decides where Ceph keys go. */
export interface CephLandscape {
  readonly clusters: readonly LandscapeCluster[]
  readonly clients: readonly ObjectInCluster[]
  /** ControlPlane, Cinder, Glance, Nova. */
  readonly consumers: readonly ObjectInCluster[]
  readonly externalSecrets: readonly ObjectInCluster[]
  readonly pushSecrets: readonly ObjectInCluster[]
  /** provider-kubernetes Objects. */
  readonly crossplaneObjects: readonly ObjectInCluster[]
  readonly namespaces: readonly ObjectInCluster[]
  /** What could not be read: cluster and kind, with the reason. */
  readonly unread: readonly UnreadSecret[]
  /** The cluster that a provider-kubernetes Object writes to; undefined: not known. */
  readonly clusterOfObject: ClusterOfObject
}

export interface LandscapeCluster {
  readonly label: string
  readonly uid: string
  readonly roles: readonly { readonly role: string; readonly name: string }[]
}

export interface UnreadSecret {
  readonly cluster: string
  /** Kind.group */
  readonly kind: string
  readonly message: string
}

/** A Secret as it was read: there, not there, or not to be seen. */
export type SecretReading =
  | { readonly state: 'read'; readonly object: KubeObject; readonly facts: CephSecretFacts }
  | { readonly state: 'missing' }
  | { readonly state: 'unread'; readonly message: string }

/** What is known of each Secret that was asked for, by placeKey. */
export type SecretReadings = ReadonlyMap<string, SecretReading>

// SPDX-License-Identifier: Apache-2.0

import type { KubeObject } from '../../model/object/resource.ts'
import type { CephSecretFacts } from '../../model/plan/ceph-key-states.ts'
import type { ClusterOfObject } from '../shared/object-clusters.ts'

/** An object and the label of its cluster. */
export interface ObjectInCluster {
  readonly cluster: string
  readonly object: KubeObject
}

export interface SecretPlace {
  readonly cluster: string
  readonly namespace: string
  readonly name: string
}

export const secretKey = ({ cluster, namespace, name }: SecretPlace) => `${cluster} ${namespace}/${name}`

/** All objects, except Secrets, that decide where Ceph keys are copied. */
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
  /** Kinds that could not be read, by cluster, with the reason. */
  readonly unread: readonly UnreadSecret[]
  /** The cluster that a provider-kubernetes Object writes to; undefined if unknown. */
  readonly clusterOfObject: ClusterOfObject
}

interface LandscapeCluster {
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

export type SecretReading =
  | { readonly state: 'read'; readonly object: KubeObject; readonly facts: CephSecretFacts }
  | { readonly state: 'missing' }
  | { readonly state: 'unread'; readonly message: string }

/** By secretKey(). */
export type SecretReadings = ReadonlyMap<string, SecretReading>

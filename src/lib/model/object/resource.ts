// SPDX-License-Identifier: Apache-2.0
import type { RoleName } from '../landscape/role.ts'
import type { Sealed } from '../secret/sealed.ts'
import type { SecretFacts } from '../secret/secret-facts.ts'

/** One Kubernetes cluster. It may have several roles and is read once; uid is that of its kube-system namespace. */
export interface Cluster {
  readonly uid: string
  readonly name: string
  readonly roles: readonly RoleName[]
}

export interface OwnerReference {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid: string
  readonly controller?: boolean
}

export interface Meta {
  readonly name: string
  readonly namespace?: string
  readonly uid?: string
  readonly resourceVersion?: string
  readonly generation?: number
  readonly creationTimestamp?: string
  readonly deletionTimestamp?: string
  /** The last write to anything but the status, where the kind keeps 'metadata.changed'. */
  readonly changed?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly ownerReferences?: readonly OwnerReference[]
  readonly finalizers?: readonly string[]
}

/** A field of the wrong type: "spec" "is a string instead of an object". */
export interface FieldProblem {
  readonly field: string
  readonly problem: string
}

/**
 * An object after parsing: only the fields its kind keeps, every string safe for a terminal, Secret values sealed. spec
 * and status are unknown on purpose: clusters may return anything.
 */
export interface KubeObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: Meta
  readonly spec?: unknown
  readonly status?: unknown
  /** Secret: sealed values. ConfigMap: text. */
  readonly data?: Readonly<Record<string, Sealed | string>>
  /** Secret: derived facts about each value, where a command reads Secrets. */
  readonly facts?: Readonly<Record<string, SecretFacts>>
  /** Sizes in bytes of documents that were too large to keep, by key. */
  readonly dropped?: Readonly<Record<string, number>>
  /** Fields of the wrong type; their intended content is unknown. */
  readonly malformed?: readonly FieldProblem[]
  /** A few kinds keep state outside spec and status (Secret.type, Event.message, ClusterRole.rules). */
  readonly [field: string]: unknown
}

export interface Resource {
  readonly cluster: Cluster
  readonly object: KubeObject
}

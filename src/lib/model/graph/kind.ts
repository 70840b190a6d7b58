// SPDX-License-Identifier: Apache-2.0

import type { Role } from '../landscape/role.ts'
import type { KubeObject } from '../object/resource.ts'
import type { Health } from './health.ts'
import type { Link } from './link.ts'

/** The targets of an object's counted links, by kind name. */
export interface CountedTargets {
  readonly total: number
  readonly fine: number
  readonly unknown: number
  /** Those that are there and say themselves that they are not well, the first few by name. */
  readonly bad?: readonly BadMember[]
}

export interface BadMember {
  readonly kind: string
  readonly name: string
  readonly says: string
}

/** A Kubernetes kind as data: where it lives, what of it we keep, what it links to, how it is well. */
export interface KindSpec {
  readonly group: string
  readonly kind: string
  readonly plural: string
  /** Ordered: the first one served is read. One that is served but not listed is read and marked unverified. */
  readonly versions: readonly string[]
  readonly namespaced: boolean
  readonly roles: readonly Role[]
  /**
   * Paths kept of each object besides apiVersion, kind and metadata, e.g. 'spec.providerConfigRef', 'status.conditions'.
   * Whole subtrees are kept. Last-applied annotations never are; of 'metadata.managedFields' names become metadata.managers;
   * 'metadata.changed' is when anything but the status was last written.
   */
  readonly keep: readonly string[]
  /** Read only by commands that ask for it by name: kinds with very many or very private objects. */
  readonly onDemand?: boolean
  /** Read only where something read before refers to one: in the namespaces it is in, or by its name. */
  readonly byReference?: boolean
  /** Only these objects are asked for: type=Warning. */
  readonly fieldSelector?: string
  /** Documents in data that are longer are not kept; the object says which. */
  readonly longestDocument?: number
  /** Its links may carry copies of what they lead to. */
  readonly holdsCopies?: boolean
  /** The references of an object, never predicates over others. */
  readonly links?: (object: KubeObject) => readonly Link[]
  /** Default: condition Ready. Never throws on odd data: what is malformed is unknown. */
  readonly health?: (object: KubeObject, now: number) => Health
  /** What a redundant set of counted links means for an object: below its minimum, below the expected number. */
  readonly quorum?: (object: KubeObject, counts: ReadonlyMap<string, CountedTargets>, now: number) => Health | undefined
  /** Other names by which references call an object: a pool claim is called by its spec.name. */
  readonly aliases?: (object: KubeObject) => readonly string[]
  /**
   * Kinds whose objects name one of this kind as what they belong to: owner references, labels, fields of the child. When
   * such a kind cannot be read where the object is, nobody knows what it stands on.
   */
  readonly parts?: readonly string[]
  /** How long a missing object is still being made, in seconds, after its owner was created. */
  readonly grace?: number
  /** Paths that only the seeds' documents know: no released CRD has them. */
  readonly seedOnly?: readonly string[]
}

/** The stable name of a kind in output and checks: CephClient.ceph.rook.io, or Secret for the core group. */
export function kindName(spec: Pick<KindSpec, 'group' | 'kind'>): string {
  if (spec.group === '') return spec.kind
  const kinds = NAMES.get(spec.group)
  const known = kinds?.get(spec.kind)
  if (known !== undefined) return known
  const name = `${spec.kind}.${spec.group}`
  if (kinds) kinds.set(spec.kind, name)
  else NAMES.set(spec.group, new Map([[spec.kind, name]]))
  return name
}

/** Asked for of every object and every link, and there are a hundred of them: a new text each time has to be hashed. */
const NAMES = new Map<string, Map<string, string>>()

/** The stable name of a resource in requests and RBAC: cephclients.ceph.rook.io, or secrets. */
export function resourceName(spec: Pick<KindSpec, 'group' | 'plural'>): string {
  return spec.group === '' ? spec.plural : `${spec.plural}.${spec.group}`
}

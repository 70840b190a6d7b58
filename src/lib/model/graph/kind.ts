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
  /** Existing members that report a problem themselves; the first few by name. */
  readonly bad?: readonly BadMember[]
}

export interface BadMember {
  readonly kind: string
  readonly name: string
  readonly says: string
}

/** A Kubernetes kind as data: where it lives, which fields we keep, what it links to, how its health is derived. */
export interface KindSpec {
  readonly group: string
  readonly kind: string
  readonly plural: string
  /** Ordered: the first served version is read. A served version that is not listed is read, marked unverified. */
  readonly versions: readonly string[]
  readonly namespaced: boolean
  readonly roles: readonly Role[]
  /**
   * Paths kept of each object besides apiVersion, kind and metadata, e.g. 'spec.providerConfigRef',
   * 'status.conditions'. Whole subtrees are kept; last-applied annotations never are. 'metadata.managedFields' keeps
   * only field names, as metadata.managers; 'metadata.changed' is the time of the last write to anything but the
   * status.
   */
  readonly keep: readonly string[]
  /** Read only by commands that request it by name: kinds with very many or sensitive objects. */
  readonly onDemand?: boolean
  /** Read only where an object read before refers to one: in the referenced namespaces, or by name. */
  readonly byReference?: boolean
  /** Checks get its objects only for workloads that report a problem, in the namespaces of those. */
  readonly ofWorkloads?: boolean
  readonly fieldSelector?: string
  /** Longer documents in data are dropped; the object's `dropped` field lists them. */
  readonly longestDocument?: number
  /** Its links may carry observed copies of their targets. */
  readonly holdsCopies?: boolean
  /** The references of one object; must not depend on other objects. */
  readonly links?: (object: KubeObject) => readonly Link[]
  /** Default: condition Ready. Never throws: malformed data is unknown. */
  readonly health?: (object: KubeObject, now: number) => Health
  /** Derives health from the members of a redundant set: below the minimum, below the expected number. */
  readonly quorum?: (object: KubeObject, counts: ReadonlyMap<string, CountedTargets>, now: number) => Health | undefined
  /** Other names that references use for an object: a pool claim is referenced by its spec.name. */
  readonly aliases?: (object: KubeObject) => readonly string[]
  /**
   * Kinds whose objects name one of this kind as their owner (owner references, labels, fields). If such a kind is not
   * readable in the object's cluster, its dependencies are unknown.
   */
  readonly parts?: readonly string[]
  /** For how many seconds after its owner's creation a missing object counts as still being created. */
  readonly grace?: number
  /**
   * For how many seconds an object may report the same progress before it counts as stalled; default: `grace`, else one
   * hour.
   */
  readonly progressSeconds?: number
  /** Paths that only the specification has: no released CRD contains them. */
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

/** The stable name of a resource in requests and RBAC: cephclients.ceph.rook.io, or secrets. */
export function resourceName(spec: Pick<KindSpec, 'group' | 'plural'>): string {
  return spec.group === '' ? spec.plural : `${spec.plural}.${spec.group}`
}

/** kindName() runs for every object and link: reusing the string avoids hashing a new one each time. */
const NAMES = new Map<string, Map<string, string>>()

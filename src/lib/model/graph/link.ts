// SPDX-License-Identifier: Apache-2.0
import type { Role } from '../landscape/role.ts'

/** Where the target of a link lives. */
export type LinkTarget =
  /** In the same cluster. */
  | 'here'
  /** In the cluster a Crossplane ProviderConfig leads to. */
  | { readonly providerConfig: string }
  /** In the target cluster registered with CobaltCore under this name. */
  | { readonly registration: string }
  /** In the cluster behind a Flux kubeConfig Secret of the same cluster. */
  | { readonly fluxSecret: { readonly namespace: string; readonly name: string } }
  /** In the cluster of this role and name (a pool, a region); without a name in any cluster of the role. */
  | { readonly role: Role; readonly name?: string }

/** What a link points at. Without a name: every object of the kind there (in the namespace, with the labels). */
export interface Ref {
  readonly where: LinkTarget
  /** Several: the seeds' group and the released one; the first that has the object counts. */
  readonly group: string | readonly string[]
  readonly kind: string
  /** What stands for it where no object of the kind does: a composite that nobody claims. */
  readonly otherKind?: string
  /** Absent for a namespaced kind: in any namespace. */
  readonly namespace?: string
  readonly name?: string
  readonly labels?: Readonly<Record<string, string>>
  /** This very object: one of the same name that came later is another one. */
  readonly uid?: string
}

/**
 * owns: made by and gone with; creates: writes an object that lives on; consumes: reads it; syncs-to: copies into it;
 * depends-on: cannot work without it.
 */
export type Rel = 'owns' | 'creates' | 'consumes' | 'syncs-to' | 'depends-on'

/** A reference from one object to another. The one it stands in is the parent: it is no better than what it links to. */
export interface Link {
  readonly rel: Rel
  readonly to: Ref
  /** The field the reference stands in, for evidence: spec.resourceRef.name */
  readonly path: string
  /** Its absence is fine. */
  readonly optional?: boolean
  /**
   * How much of the target's trouble reaches the parent. 'degraded': a degraded target is only a note here. 'counted':
   * one of a redundant set; how many are left decides, by the parent's quorum(). 'none': the parent made it and no longer
   * cares; only what is there is linked, nothing of it is ever missing or unseen.
   */
  readonly weak?: 'degraded' | 'counted' | 'none'
  /** The target as it was last seen by somebody else, for when we cannot read it; stale when that somebody says so. */
  readonly observed?: { readonly copy: unknown; readonly stale: boolean }
  /** The reference stands in the child: the target is the parent (an Eviction names its Hypervisor). */
  readonly reverse?: boolean
  /** By its own condition the parent waits for this one: the cause is looked for here first. */
  readonly named?: boolean
}

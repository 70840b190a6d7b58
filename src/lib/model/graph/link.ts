// SPDX-License-Identifier: Apache-2.0
import type { Role } from '../landscape/role.ts'

export type LinkTarget =
  | 'here'
  | { readonly providerConfig: string }
  /** In the target cluster registered with CobaltCore under this name. */
  | { readonly registration: string }
  /** In the cluster of a Flux kubeConfig Secret that is in the same cluster as the link's source. */
  | { readonly fluxSecret: { readonly namespace: string; readonly name: string } }
  /** In the cluster of a Flux kubeConfig ConfigMap (workload identity), which has an address and no credentials. */
  | { readonly fluxConfigMap: { readonly namespace: string; readonly name: string } }
  /** In the cluster of this role and name (a pool, a region); without a name in any cluster of the role. */
  | { readonly role: Role; readonly name?: string }

/** The target of a link. Without a name: every object of the kind there (in the namespace, with the labels). */
export interface Ref {
  readonly where: LinkTarget
  /** Several: the group of the specification and the released one; the first group that has the object counts. */
  readonly group: string | readonly string[]
  readonly kind: string
  /** Kind to use if no object of `kind` exists: a composite without a claim. */
  readonly otherKind?: string
  /** Absent for a namespaced kind: in any namespace. */
  readonly namespace?: string
  readonly name?: string
  readonly labels?: Readonly<Record<string, string>>
  /** Matches only this object, not a later one of the same name. */
  readonly uid?: string
}

/**
 * owns: created by the parent and deleted with it; creates: created by the parent, not deleted with it; consumes: reads
 * it; syncs-to: copies into it; depends-on: cannot work without it.
 */
export type Rel = 'owns' | 'creates' | 'consumes' | 'syncs-to' | 'depends-on'

export type Weak = 'degraded' | 'counted' | 'none' | 'explains'

/** A reference from a parent to a target. The parent is never healthier than its target, unless `weak`. */
export interface Link {
  readonly rel: Rel
  readonly to: Ref
  /** The field that holds the reference, for evidence: spec.resourceRef.name */
  readonly path: string
  readonly optional?: boolean
  /**
   * How far the target's problems propagate. 'degraded': a degraded target is only a note on the parent. 'counted': a
   * member of a redundant set; the parent's quorum() decides by how many are left. 'none': the parent created the
   * target and ignores its state; only existing targets are linked, none is ever missing or unseen. 'explains': the
   * parent already counts the target (a workload its Pods), so its state never changes the parent's; it explains a
   * problem that the parent reports itself.
   */
  readonly weak?: Weak
  /** Crossplane's last observed copy of the target, for when its cluster is not readable. */
  readonly observed?: { readonly copy: unknown; readonly stale: boolean }
  /** The child holds the reference and the target is the parent (an Eviction names its Hypervisor). */
  readonly reverse?: boolean
  /** The parent's own condition names this target as its blocker: search for the root cause here first. */
  readonly named?: boolean
}

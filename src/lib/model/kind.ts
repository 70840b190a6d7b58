// SPDX-License-Identifier: Apache-2.0
import type { Role } from './role.ts'

/** A Kubernetes kind as data: where it lives and what of it we keep. Links and health join here later. */
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
   * Whole subtrees are kept. managedFields and last-applied annotations never are.
   */
  readonly keep: readonly string[]
}

/** The stable name of a kind in output and checks: CephClient.ceph.rook.io, or Secret for the core group. */
export function kindName(spec: Pick<KindSpec, 'group' | 'kind'>): string {
  return spec.group === '' ? spec.kind : `${spec.kind}.${spec.group}`
}

/** The stable name of a resource in requests and RBAC: cephclients.ceph.rook.io, or secrets. */
export function resourceName(spec: Pick<KindSpec, 'group' | 'plural'>): string {
  return spec.group === '' ? spec.plural : `${spec.plural}.${spec.group}`
}

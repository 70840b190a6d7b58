// SPDX-License-Identifier: Apache-2.0

import type { ReadFlags } from '../cli/flags/read-flags.ts'
import { controlPlane } from '../kinds/c5c3-operator/control-plane.ts'
import { openStackCluster } from '../kinds/claims/openstack-cluster.ts'
import { xOpenStackCluster } from '../kinds/claims/x-openstack-cluster.ts'
import { namespacedObject } from '../kinds/crossplane/namespaced-object.ts'
import { object } from '../kinds/crossplane/object.ts'
import { type KindSpec, kindName } from '../model/graph/kind.ts'

/** The chain from a claim to its control plane. */
export const TENANT_KINDS: readonly KindSpec[] = [
  openStackCluster,
  xOpenStackCluster,
  object,
  namespacedObject,
  controlPlane,
]

/** Adds the kinds from claims to control planes when the view is limited to some tenants, regions or pools. */
export function withTenants(kinds: readonly KindSpec[], { region, tenant, pool }: ReadFlags): readonly KindSpec[] {
  if (region === undefined && tenant === undefined && pool === undefined) return kinds
  const names = new Set(kinds.map(kindName))
  return [...kinds, ...TENANT_KINDS.filter((kind) => !names.has(kindName(kind)))]
}

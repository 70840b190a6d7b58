// SPDX-License-Identifier: Apache-2.0
// The namespace and settings of the services of a tenant, and their workloads.
import { deployment } from '../core.ts'
import type { Obj, ObjectMaker } from '../kube.ts'
import { RELEASE, type Tenant } from '../landscape.ts'

export interface ServiceSite {
  readonly tenant: Tenant
  readonly namespace: string
  readonly owner: Obj
}

export function identityOf(site: ServiceSite, name: string) {
  return { name, namespace: site.namespace, age: site.tenant.age, owner: site.owner, generation: 1 }
}

/** A Deployment per component of a service. */
export function workloads(
  make: ObjectMaker,
  site: ServiceSite,
  owner: Obj,
  service: string,
  parts: Record<string, number>,
): Obj[] {
  const image = `ghcr.io/c5c3/${service}:${RELEASE}`
  return Object.entries(parts).map(([name, replicas]) => {
    const labels = { 'app.kubernetes.io/name': service, 'app.kubernetes.io/component': name }
    const id = { name, namespace: site.namespace, age: site.tenant.age, owner }
    return deployment(make, id, { image, replicas, labels })
  })
}

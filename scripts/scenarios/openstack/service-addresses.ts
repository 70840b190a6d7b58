// SPDX-License-Identifier: Apache-2.0
// Internal and public URLs of the services of a tenant.

import { openstackNamespace, REGION, type Tenant } from '../landscape.ts'
import type { CatalogService } from './identity.ts'

const PORTS: Readonly<Record<string, number>> = {
  keystone: 5000,
  glance: 9292,
  placement: 8778,
  nova: 8774,
  neutron: 9696,
  cinder: 8776,
  cortex: 8080,
}

const TYPES: readonly (readonly [string, string])[] = [
  ['glance', 'image'],
  ['placement', 'placement'],
  ['nova', 'compute'],
  ['neutron', 'network'],
  ['cinder', 'volumev3'],
]

export function internalUrl(tenant: Tenant, service: string): string {
  const path = service === 'keystone' ? '/v3' : ''
  return `https://${service}.${openstackNamespace(tenant)}.svc.cluster.local:${PORTS[service]}${path}`
}

export function publicHost(tenant: Tenant, service: string): string {
  return `${service}.${tenant.claim}.${REGION}.c5c3.example.com`
}

export function catalogOf(tenant: Tenant): CatalogService[] {
  return TYPES.map(([name, type]) => ({
    name,
    type,
    internal: internalUrl(tenant, name),
    public: `https://${publicHost(tenant, name)}`,
  }))
}

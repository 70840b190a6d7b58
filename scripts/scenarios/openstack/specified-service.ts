// SPDX-License-Identifier: Apache-2.0
// Common fields of services that exist only in the specification.
import { type ConditionWords, conditions, type Obj, type ObjectMaker, withBody } from '../kube.ts'
import { RELEASE } from '../landscape.ts'
import { internalUrl, publicHost } from './service-addresses.ts'
import { identityOf, type ServiceSite, workloads } from './service-site.ts'

export interface SeedService {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly spec: Record<string, unknown>
  readonly conditions: readonly ConditionWords[]
  readonly status?: Record<string, unknown>
  readonly parts: Record<string, number>
}

/** A service of the specification: image, credentials and dependencies first, its own fields after. */
export function seedService(make: ObjectMaker, site: ServiceSite, service: SeedService): Obj[] {
  const { tenant } = site
  const { name } = service
  const o = make(service.apiVersion, service.kind, identityOf(site, name))
  const cr = withBody(o, {
    spec: {
      image: { repository: `ghcr.io/c5c3/${name}`, tag: RELEASE },
      keystone: {
        authUrl: internalUrl(tenant, 'keystone'),
        appCredentialRef: { secretName: `${name}-keystone-credentials` },
      },
      publicEndpoint: `https://${publicHost(tenant, name)}`,
      ...service.spec,
    },
    status: {
      observedGeneration: 1,
      endpoint: internalUrl(tenant, name),
      ...service.status,
      conditions: conditions(o, [
        ...service.conditions,
        { type: 'Ready', reason: 'AllReady', message: 'All sub-conditions are ready' },
      ]),
    },
  })
  return [cr, ...workloads(make, site, cr, name, service.parts)]
}

export function needs(...kinds: readonly string[]) {
  return kinds.map((kind) => ({ kind, name: kind.toLowerCase(), condition: 'Ready' }))
}

export function messaging(namespace: string) {
  const host = (i: number) => `openstack-rabbitmq-server-${i}.openstack-rabbitmq-nodes.${namespace}:5672`
  return { secretRef: { name: 'openstack-rabbitmq-default-user' }, hosts: [0, 1, 2].map(host) }
}

export const DATABASE_READY: ConditionWords = {
  type: 'DatabaseReady',
  reason: 'DatabaseSynced',
  message: 'Database schema is up to date',
}
export const MESSAGING_READY: ConditionWords = {
  type: 'MessagingReady',
  reason: 'Connected',
  message: 'Connected to openstack-rabbitmq',
}

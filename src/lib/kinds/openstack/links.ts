// SPDX-License-Identifier: Apache-2.0

import type { Link, LinkTarget } from '../../model/graph/link.ts'
import { fieldAt, listAt, textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { type SecretUse, secretLinks } from '../external-secrets/secret-links.ts'
import { storeLinks } from '../external-secrets/store-links.ts'
import { gatewayLink } from '../gateway-api/gateway-link.ts'
import { backingLinks } from './backing-links.ts'
import { serviceHost } from './host.ts'
import { groupOfKind, serviceKind } from './service.ts'
import { withWaits } from './waits.ts'

/** Dependencies of a service by the dependency matrix of the specification, for when its spec does not name them. */
export interface ServiceNeeds {
  readonly database?: boolean
  readonly cache?: boolean
  readonly messaging?: boolean
  /** Its catalog entries and its user, created by K-ORC. */
  readonly korc?: boolean
  /** Other services, by name. */
  readonly services?: readonly string[]
}

/** Fields kept of every service besides those its own links read. */
export const SERVICE_FIELDS: readonly string[] = [
  'metadata.changed',
  'spec.targetClusterRef',
  'spec.secretStoreRef',
  'spec.database',
  'spec.cache',
  'spec.keystoneEndpoint',
  'spec.serviceUser',
  'spec.deployment.replicas',
  'spec.gateway.hostname',
  'spec.gateway.parentRef',
  'spec.image.tag',
  'spec.openStackRelease',
  'spec.region',
  'status',
]

/** Kinds with which an operator runs a service; their objects name the service they belong to. */
export const SERVICE_PARTS: readonly string[] = [
  'Deployment.apps',
  'Job.batch',
  'CronJob.batch',
  'PodDisruptionBudget.policy',
  'Database.k8s.mariadb.com',
  'User.k8s.mariadb.com',
  'Grant.k8s.mariadb.com',
  'PushSecret.external-secrets.io',
]

/** Fields of a service that exist only in the specification. */
export const SEED_SERVICE_FIELDS: readonly string[] = [
  'spec.replicas',
  'spec.messaging',
  'spec.keystone',
  'spec.dependsOn',
  'spec.dependencies',
  'spec.serviceAuth',
  'spec.publicEndpoint',
]

/** The Secrets that a service names in its spec, in any variant of the API. */
const SECRETS: readonly string[] = [
  'spec.database.secretRef.name',
  'spec.messaging.secretRef.name',
  'spec.serviceUser.secretRef.name',
  'spec.bootstrap.adminPasswordSecretRef.name',
  'spec.secretKeyRef.name',
  'spec.keystone.appCredentialRef.secretName',
  'spec.keystone.appCredentialRef.name',
]

/**
 * Dependencies of an OpenStack service: the objects its conditions name as blockers, its database, cache, queue and
 * secrets (in the target cluster, if it has one), and the services it depends on.
 */
export function serviceLinks(object: KubeObject, order: readonly string[], needs: ServiceNeeds): readonly Link[] {
  const { namespace } = object.metadata
  if (!namespace) return []
  const where = serviceCluster(object)
  const uses: readonly SecretUse[] = SECRETS.map((path) => ({ path, where }))
  return withWaits(object, order, where, [
    ...backingLinks(object, needs, where),
    ...storeLinks(object, where),
    ...uses.flatMap((use) => secretLinks(object, use)),
    ...registrationLink(object),
    ...gatewayLink(object, {
      path: 'spec.gateway.parentRef.name',
      reference: fieldAt(object, 'spec.gateway.parentRef'),
      where,
    }),
    ...dependencies(object, namespace, needs),
    ...(needs.korc ? identityLinks(object, namespace) : []),
  ])
}

/** The cluster in which a service runs and has its dependencies. */
function serviceCluster(object: KubeObject): LinkTarget {
  const registration = textAt(object, 'spec.targetClusterRef.name')
  return registration ? { registration } : 'here'
}

function registrationLink(object: KubeObject): readonly Link[] {
  const name = textAt(object, 'spec.targetClusterRef.name')
  if (!name) return []
  const to = { where: 'here', group: '', kind: 'Secret', namespace: 'c5c3-clusters', name } as const
  return [{ rel: 'consumes', path: 'spec.targetClusterRef.name', to }]
}

function dependencies(object: KubeObject, namespace: string, { services = [] }: ServiceNeeds): readonly Link[] {
  const declared = ['spec.dependsOn', 'spec.dependencies'].flatMap((path) =>
    listAt(object, path).flatMap((entry): Link[] => {
      const [kind, name] = [textAt(entry, 'kind'), textAt(entry, 'name')]
      if (!kind || !name) return []
      return [{ rel: 'depends-on', path, to: { where: 'here', group: groupOfKind(kind), kind, namespace, name } }]
    }),
  )
  const declaredKinds = new Set(declared.map(({ to }) => to.kind))
  const defaults = services
    .map(serviceKind)
    .filter(({ kind }) => !declaredKinds.has(kind))
    .map((to): Link => byMatrix({ ...to, namespace }))
  return [...declared, ...keystoneByAddress(object), ...defaults]
}

/** A service in another namespace than its Keystone only has Keystone's address. */
function keystoneByAddress(object: KubeObject): readonly Link[] {
  return ['spec.keystoneEndpoint', 'spec.keystone.authUrl'].flatMap((path): Link[] => {
    const host = serviceHost(textAt(object, path))
    if (!host) return []
    return [{ rel: 'depends-on', optional: true, path, to: { where: 'here', ...serviceKind('keystone'), ...host } }]
  })
}

/** The registration of the released operators by the Secret it creates; the specification's catalog entries by name. */
function identityLinks(object: KubeObject, namespace: string): readonly Link[] {
  const path = 'spec.serviceUser.secretRef.name'
  const secret = textAt(object, path)
  const service = object.kind.toLowerCase()
  const registered: Link[] = secret
    ? [
        {
          rel: 'depends-on',
          optional: true,
          path,
          to: { where: 'here', group: 'c5c3.io', kind: 'KeystoneService', namespace, name: secret },
        },
      ]
    : []
  const group = 'openstack.k-orc.cloud'
  const defaults = ['Service', 'User', 'ApplicationCredential'].map((kind) =>
    byMatrix({ group, kind, namespace, name: service }),
  )
  return [...registered, ...defaults]
}

function byMatrix(to: { group: string; kind: string; namespace: string; name?: string }): Link {
  return { rel: 'depends-on', optional: true, path: 'metadata.namespace (by matrix)', to: { where: 'here', ...to } }
}

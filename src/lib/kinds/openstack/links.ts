// SPDX-License-Identifier: Apache-2.0

import type { Link, LinkTarget } from '../../model/graph/link.ts'
import { listAt, textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { type SecretUse, secretLinks } from '../external-secrets/secret-links.ts'
import { storeLinks } from '../external-secrets/store-links.ts'
import { backingLinks } from './backing-links.ts'
import { serviceHost } from './host.ts'
import { groupOfKind, serviceKind } from './service.ts'
import { withWaits } from './waits.ts'

/** What a service needs by the seeds' own matrix, for when its spec does not say. */
export interface ServiceNeeds {
  readonly database?: boolean
  readonly cache?: boolean
  readonly messaging?: boolean
  /** Its entries in the catalog and its user, made by K-ORC. */
  readonly korc?: boolean
  /** Other services, by name. */
  readonly services?: readonly string[]
}

/** What is kept of every service besides what its own links read. */
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
  'spec.gateway.parentRef.name',
  'spec.image.tag',
  'spec.openStackRelease',
  'spec.region',
  'status',
]

/** Kinds by which an operator runs a service; each of their objects names the service it belongs to. */
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

/** Fields of a service that only the seeds' documents know. */
export const SEED_SERVICE_FIELDS: readonly string[] = [
  'spec.replicas',
  'spec.messaging',
  'spec.keystone',
  'spec.dependsOn',
  'spec.dependencies',
  'spec.serviceAuth',
  'spec.publicEndpoint',
]

/** The Secrets a service names in its spec, whatever dialect it speaks. */
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
 * What an OpenStack service stands on: what its conditions say it waits for, its database, cache, queue and secrets
 * (in the target cluster, if it is placed on one), and the services it depends on.
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
    ...registration(object),
    ...dependencies(object, namespace, needs),
    ...(needs.korc ? identityLinks(object, namespace) : []),
  ])
}

/** The cluster in which a service runs and looks for what it needs. */
export function serviceCluster(object: KubeObject): LinkTarget {
  const registration = textAt(object, 'spec.targetClusterRef.name')
  return registration ? { registration } : 'here'
}

function registration(object: KubeObject): readonly Link[] {
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
  const known = new Set(declared.map(({ to }) => to.kind))
  const usual = services
    .map(serviceKind)
    .filter(({ kind }) => !known.has(kind))
    .map((to): Link => byMatrix({ ...to, namespace }))
  return [...declared, ...keystoneByAddress(object), ...usual]
}

/** A service in another namespace than its Keystone only says where it answers. */
function keystoneByAddress(object: KubeObject): readonly Link[] {
  return ['spec.keystoneEndpoint', 'spec.keystone.authUrl'].flatMap((path): Link[] => {
    const host = serviceHost(textAt(object, path))
    if (!host) return []
    return [{ rel: 'depends-on', optional: true, path, to: { where: 'here', ...serviceKind('keystone'), ...host } }]
  })
}

/** The registration of the released operators by the Secret it makes; the seeds' catalog entries by name. */
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
  const usual = ['Service', 'User', 'ApplicationCredential'].map((kind) =>
    byMatrix({ group, kind, namespace, name: service }),
  )
  return [...registered, ...usual]
}

function byMatrix(to: { group: string; kind: string; namespace: string; name?: string }): Link {
  return { rel: 'depends-on', optional: true, path: 'metadata.namespace (by matrix)', to: { where: 'here', ...to } }
}

// SPDX-License-Identifier: Apache-2.0

import type { Link, LinkTarget, Ref } from '../../model/graph/link.ts'
import { entriesAt, textAt } from '../../model/object/fields.ts'
import { bottleneck } from '../../model/object/ordered-conditions.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { namedSecret } from '../external-secrets/secret-links.ts'
import { storeLinks } from '../external-secrets/store-links.ts'
import { anyMemcached } from '../openstack/backing-links.ts'
import { serviceKind } from '../openstack/service.ts'
import { withWaits } from '../openstack/waits.ts'
import { controlPlaneOrder, serviceCondition } from './health.ts'
import { type Backing, type ControlPlaneModel, normaliseControlPlane } from './spec.ts'

/**
 * Dependencies of a ControlPlane: objects its conditions name as blockers, its infrastructure, services, Ceph and
 * pools. Its children point to it by owner references and labels; names are constructed only where no reference exists.
 */
export function controlPlaneLinks(object: KubeObject): readonly Link[] {
  const { namespace, name } = object.metadata
  if (!namespace) return []
  const model = normaliseControlPlane(object)
  return withWaits(object, controlPlaneOrder(model), 'here', [
    ...infrastructure(model, namespace),
    ...dedicated(object, model, namespace),
    ...storeLinks(object, 'here'),
    ...services(object, model, namespace, name),
    ...registrations(model),
    ...ceph(model, namespace),
    ...pools(model),
  ])
}

/** Default instance names of the specification and the documentation. */
const DEFAULT_NAMES = {
  database: ['openstack-db', 'mariadb'],
  messaging: ['openstack-rabbitmq', 'rabbitmq'],
  cache: ['openstack-memcached', 'memcached'],
  valkey: ['openstack-valkey', 'valkey'],
} as const

const BACKINGS = {
  database: { group: 'k8s.mariadb.com', kind: 'MariaDB' },
  messaging: { group: 'rabbitmq.com', kind: 'RabbitmqCluster' },
  cache: { group: 'memcached.c5c3.io', kind: 'Memcached' },
  valkey: { group: 'cache.cs.sap.com', kind: 'Valkey' },
} as const

type Part = keyof typeof BACKINGS

const PARTS: readonly Part[] = ['database', 'messaging', 'cache', 'valkey']

function infrastructure(model: ControlPlaneModel, namespace: string): readonly Link[] {
  return PARTS.flatMap((part) => {
    const backing = model.infrastructure[part]
    return backing ? backingOf(part, backing, 'here', namespace) : []
  })
}

function backingOf(
  part: Part,
  { path, name, external }: Backing,
  where: LinkTarget,
  namespace: string,
): readonly Link[] {
  if (external) return []
  const kind = BACKINGS[part]
  if (name) return [{ rel: 'depends-on', path: `${path}.clusterRef.name`, to: { where, ...kind, namespace, name } }]
  const guess = { rel: 'depends-on', optional: true, path: `${path} (by name)` } as const
  const named = DEFAULT_NAMES[part].map(
    (defaultName): Link => ({ ...guess, to: { where, ...kind, namespace, name: defaultName } }),
  )
  if (part !== 'cache') return named
  return [...named, ...anyMemcached(where, namespace).map((link): Link => ({ ...link, ...guess }))]
}

/** Databases and caches dedicated to one service run in that service's cluster. */
function dedicated(object: KubeObject, model: ControlPlaneModel, namespace: string): readonly Link[] {
  return model.services.flatMap((service) =>
    entriesAt(object, `${service.path}.dedicatedBackingServices`).flatMap(([part, value]) => {
      const path = `${service.path}.dedicatedBackingServices.${part}`
      const name = textAt(value, 'clusterRef.name')
      const where: LinkTarget = service.targetCluster ? { registration: service.targetCluster } : 'here'
      if (!name || (part !== 'database' && part !== 'cache')) return []
      return backingOf(part, { path, name }, where, service.namespace ?? namespace)
    }),
  )
}

/** The released operator names a service after its ControlPlane, the specification by its plain name. */
function services(object: KubeObject, model: ControlPlaneModel, ownNamespace: string, name: string): readonly Link[] {
  const blocker = bottleneck(object, controlPlaneOrder(model))?.type
  const enabled = model.services.filter((service) => service.enabled && !service.external)
  const optional = (['cortex', 'tempest'] as const)
    .filter((service) => model[service].enabled)
    .map((service) => ({ name: service, path: `spec.${service}`, namespace: ownNamespace }))
  return [...enabled, ...optional].flatMap((service) => {
    const named = blocker === serviceCondition(service.name) ? { named: true } : {}
    const names = model.dialect === 'E' ? [`${name}-${service.name}`] : [service.name, `${name}-${service.name}`]
    const kind = serviceKind(service.name)
    return names.map((guess): Link => {
      const to: Ref = { where: 'here', ...kind, namespace: service.namespace ?? ownNamespace, name: guess }
      return { rel: 'owns', optional: true, path: `${service.path} (by name)`, to, ...named }
    })
  })
}

function registrations({ services }: ControlPlaneModel): readonly Link[] {
  return services.flatMap(({ targetCluster: name, path }): Link[] => {
    if (!name) return []
    const to = { where: 'here', group: '', kind: 'Secret', namespace: 'c5c3-clusters', name } as const
    return [{ rel: 'consumes', path: `${path}.targetClusterRef.name`, to }]
  })
}

/** The claim creates these in the storage cluster; the ControlPlane only uses them. */
function ceph({ ceph, pools }: ControlPlaneModel, namespace: string): readonly Link[] {
  const path = 'spec.storage.ceph'
  const rbd = Object.entries(ceph.pools).map(([use, name]) => ({
    kind: 'CephBlockPool',
    name,
    path: `${path}.pools.${use}`,
  }))
  const filesystem = ceph.filesystem
    ? [{ kind: 'CephFilesystem', name: ceph.filesystem, path: `${path}.filesystem.name` }]
    : []
  return [
    ...namedSecret(namespace, ceph.secret, { path: `${path}.secretRef.name` }),
    ...pools.storage.flatMap((pool) =>
      [...rbd, ...filesystem].map(
        ({ kind, name, path }): Link => ({
          rel: 'consumes',
          optional: true,
          weak: 'degraded',
          path,
          to: { where: { role: 'storage', name: pool }, group: 'ceph.rook.io', kind, name },
        }),
      ),
    ),
  ]
}

function pools({ pools }: ControlPlaneModel): readonly Link[] {
  const link = (kind: string, path: string, name: string): Link => ({
    rel: 'consumes',
    optional: true,
    weak: 'degraded',
    path,
    to: { where: { role: 'management' }, group: 'crossplane.c5c3.io', kind, otherKind: `X${kind}`, name },
  })
  return [
    ...pools.hypervisor.map((name) => link('HypervisorCluster', 'spec.compute.hypervisorClusters', name)),
    ...pools.storage.map((name) => link('StorageCluster', 'spec.storage.storageClusters', name)),
  ]
}

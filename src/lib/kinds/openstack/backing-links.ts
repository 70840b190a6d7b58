// SPDX-License-Identifier: Apache-2.0

import type { Link, LinkTarget } from '../../model/graph/link.ts'
import { fieldAt, textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'

/** The database, cache and queue of a service: those it references, else all in its namespace. */
export function backingLinks(
  object: KubeObject,
  needs: { readonly database?: boolean; readonly cache?: boolean; readonly messaging?: boolean },
  where: LinkTarget,
): readonly Link[] {
  const { namespace } = object.metadata
  if (!namespace) return []
  return [
    ...backing(object, 'spec.database', 'host', needs.database, (name) => [mariaDb(where, namespace, name)]),
    ...backing(object, 'spec.messaging', 'host', needs.messaging, (name) => [queue(where, namespace, name)]),
    ...backing(object, 'spec.cache', 'servers', needs.cache, (name) =>
      name ? [memcached(where, namespace, name)] : anyMemcached(where, namespace),
    ),
  ]
}

type FindTargets = (name?: string) => readonly Omit<Link, 'rel' | 'path'>[]

function backing(
  object: KubeObject,
  path: string,
  address: string,
  needed = false,
  find: FindTargets,
): readonly Link[] {
  const name = textAt(object, `${path}.clusterRef.name`)
  if (name) return find(name).map((link) => ({ ...link, rel: 'depends-on', path: `${path}.clusterRef.name` }))
  // An address alone means an external database; the specification also writes addresses for its own cache and queue.
  const isExternal = address === 'host' && fieldAt(object, `${path}.${address}`) !== undefined
  if (!needed || isExternal) return []
  return find().map((link) => ({ ...link, rel: 'depends-on', optional: true, path: `${path} (by matrix)` }))
}

const mariaDb = (where: LinkTarget, namespace: string, name?: string) => ({
  to: { where, group: 'k8s.mariadb.com', kind: 'MariaDB', namespace, ...(name ? { name } : {}) },
})

const queue = (where: LinkTarget, namespace: string, name?: string) => ({
  to: { where, group: 'rabbitmq.com', kind: 'RabbitmqCluster', namespace, ...(name ? { name } : {}) },
})

const memcached = (where: LinkTarget, namespace: string, name?: string) => ({
  to: { where, group: 'memcached.c5c3.io', kind: 'Memcached', namespace, ...(name ? { name } : {}) },
})

/** Memcached comes in three forms: the kind of its operator, or a plain workload recognised by a label. */
export function anyMemcached(where: LinkTarget, namespace: string): readonly Omit<Link, 'rel' | 'path'>[] {
  const workloads = ['StatefulSet', 'Deployment'].flatMap((kind) =>
    [{ app: 'memcached' }, { 'app.kubernetes.io/name': 'memcached' }].map((labels) => ({
      to: { where, group: 'apps', kind, namespace, labels },
    })),
  )
  return [memcached(where, namespace), ...workloads]
}

// SPDX-License-Identifier: Apache-2.0
import { flagAt, textAt } from '../model/fields.ts'
import type { KindSpec } from '../model/kind.ts'
import type { Link } from '../model/link.ts'
import { inNamespace } from '../model/reference.ts'
import type { KubeObject } from '../model/resource.ts'
import { cephClusterLink, ROOK, rookHealth } from '../model/rook.ts'

export const cephClient: KindSpec = {
  group: ROOK,
  kind: 'CephClient',
  plural: 'cephclients',
  versions: ['v1'],
  namespaced: true,
  roles: ['storage'],
  keep: ['spec', 'status'],
  links: (object) => [cephClusterLink(object), secretLink(object), ...poolLinks(object)],
  health: rookHealth,
}

/** The Secret with its key: where its status says, where it was asked for, or under the name Rook has always used. */
function secretLink(object: KubeObject): Link {
  const client = textAt(object, 'spec.name') ?? object.metadata.name
  const [path, name] = (['status.info.secretName', 'spec.secretName'] as const)
    .map((path) => [path, textAt(object, path)] as const)
    .find(([, name]) => name !== undefined) ?? ['metadata.name (by name)', `rook-ceph-client-${client}`]
  const to = { where: 'here', group: '', kind: 'Secret', ...inNamespace(object.metadata.namespace) } as const
  const gone = flagAt(object, 'spec.removeSecret') === true
  return { rel: 'creates', to: { ...to, name: name ?? '' }, path, ...(gone ? { optional: true } : {}) }
}

/** The pools its capabilities name. Some belong to a filesystem or an object store and have no object of their own. */
function poolLinks(object: KubeObject): Link[] {
  const path = 'spec.caps.osd'
  const names = [...(textAt(object, path) ?? '').matchAll(/\bpool=([^\s,]+)/g)].map(([, name = '']) => name)
  const to = { where: 'here', group: ROOK, kind: 'CephBlockPool', ...inNamespace(object.metadata.namespace) } as const
  return [...new Set(names)].map((name) => ({ rel: 'consumes', to: { ...to, name }, path, optional: true }))
}

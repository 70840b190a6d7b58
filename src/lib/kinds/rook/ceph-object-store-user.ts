// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { textAt } from '../../model/object/fields.ts'
import { inNamespace } from '../../model/object/reference.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { ROOK, rookHealth } from './health-and-links.ts'

export const cephObjectStoreUser: KindSpec = {
  group: ROOK,
  kind: 'CephObjectStoreUser',
  plural: 'cephobjectstoreusers',
  versions: ['v1'],
  namespaced: true,
  roles: ['storage'],
  keep: [
    'spec.store',
    'spec.clusterNamespace',
    'spec.quotas',
    'status.phase',
    'status.message',
    'status.conditions',
    'status.info.secretName',
    'status.observedGeneration',
  ],
  links: (object) => [...storeLink(object), ...secretLink(object)],
  health: rookHealth,
}

function storeLink(object: KubeObject): Link[] {
  const name = textAt(object, 'spec.store')
  const namespace = textAt(object, 'spec.clusterNamespace') ?? object.metadata.namespace
  const to = { where: 'here', group: ROOK, kind: 'CephObjectStore', ...inNamespace(namespace) } as const
  return name ? [{ rel: 'depends-on', to: { ...to, name }, path: 'spec.store' }] : []
}

function secretLink(object: KubeObject): Link[] {
  const [path, name] = ['status.info.secretName', textAt(object, 'status.info.secretName')]
  const to = { where: 'here', group: '', kind: 'Secret', ...inNamespace(object.metadata.namespace) } as const
  return name ? [{ rel: 'creates', to: { ...to, name }, path }] : []
}

// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { textAt } from '../../model/object/fields.ts'
import { inNamespace } from '../../model/object/reference.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { capsPools, cephClientSecret, isSecretRemoved } from './client-secret.ts'
import { cephClusterLink, ROOK, rookHealth } from './health-and-links.ts'

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

/** The Secret with its key. It is required only once the client is Ready; before, the client reports the problem. */
function secretLink(object: KubeObject): Link {
  const { path, name } = cephClientSecret(object)
  const to = { where: 'here', group: '', kind: 'Secret', ...inNamespace(object.metadata.namespace), name } as const
  const isExpected = !isSecretRemoved(object) && textAt(object, 'status.phase') === 'Ready'
  return { rel: 'creates', to, path, ...(isExpected ? {} : { optional: true }) }
}

/** The pools in its capabilities. Pools of a filesystem or an object store have no object of their own. */
function poolLinks(object: KubeObject): Link[] {
  const to = { where: 'here', group: ROOK, kind: 'CephBlockPool', ...inNamespace(object.metadata.namespace) } as const
  return capsPools(object).map((name) => ({
    rel: 'consumes',
    to: { ...to, name },
    path: 'spec.caps.osd',
    optional: true,
  }))
}

// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link, LinkTarget } from '../../model/graph/link.ts'
import { readyHealth } from '../../model/object/conditions.ts'
import { listAt, textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { KORC } from '../korc/health-and-links.ts'
import { overdue } from './refresh-interval.ts'
import { remotePath } from './remote-path.ts'
import { secretLinks } from './secret-links.ts'
import { storeLink } from './store-links.ts'

export const pushSecret: KindSpec = {
  group: 'external-secrets.io',
  kind: 'PushSecret',
  plural: 'pushsecrets',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['management', 'control-plane', 'hypervisor', 'storage'],
  keep: [
    'spec.refreshInterval',
    'spec.secretStoreRefs',
    'spec.selector.secret.name',
    'spec.data',
    'spec.dataTo',
    'status.conditions',
    'status.refreshTime',
  ],
  links: (object) => [...stores(object), ...source(object), ...readers(object)],
  health: (object, now) => {
    const health = readyHealth(object)
    return health.state === 'healthy' ? (overdue(object, now) ?? withBulkNote(object, health)) : health
  },
}

/** Rules of spec.dataTo match keys by pattern: which paths they write is known only to External Secrets. */
const withBulkNote = (object: KubeObject, health: Health): Health =>
  listAt(object, 'spec.dataTo').length > 0
    ? { ...health, notes: ['spec.dataTo pushes keys by pattern: readers of those paths are not linked'] }
    : health

const stores = (object: KubeObject) =>
  listAt(object, 'spec.secretStoreRefs').flatMap((ref) =>
    storeLink('spec.secretStoreRefs.name', textAt(ref, 'kind') ?? 'SecretStore', textAt(ref, 'name'), object),
  )

/** The Secret it pushes and, if that belongs to an application credential, the credential. */
function source(object: KubeObject): readonly Link[] {
  const path = 'spec.selector.secret.name'
  const [name, { namespace }] = [textAt(object, path), object.metadata]
  if (!name || !namespace) return []
  const to = { where: 'here', group: KORC, kind: 'ApplicationCredential', namespace, name } as const
  return [...secretLinks(object, { path }), { rel: 'depends-on', optional: true, path, to }]
}

/** Clusters that may read what is pushed. */
const READERS: readonly LinkTarget[] = ['here', { role: 'control-plane' }, { role: 'hypervisor' }]

/**
 * The reader of a path depends on its writer. Across clusters the link is only shown: if the writer's cluster is
 * unreachable nothing shows that it ever wrote, so its problems must not count at other times either.
 */
function readers(object: KubeObject): readonly Link[] {
  const keys = listAt(object, 'spec.data').flatMap((entry) => textAt(entry, 'match.remoteRef.remoteKey') ?? [])
  return [...new Set(keys.map(remotePath))].flatMap((name) =>
    READERS.map((where): Link => {
      const to = { where, group: 'external-secrets.io', kind: 'ExternalSecret', name }
      const link: Link = {
        rel: 'consumes',
        reverse: true,
        optional: true,
        path: 'spec.data.match.remoteRef.remoteKey',
        to,
      }
      return where === 'here' ? link : { ...link, weak: 'counted' }
    }),
  )
}

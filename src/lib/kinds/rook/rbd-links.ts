// SPDX-License-Identifier: Apache-2.0

import type { Link } from '../../model/graph/link.ts'
import { fieldAt, textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { namedSecret } from '../external-secrets/secret-links.ts'

/**
 * Dependencies of a service with volumes or images in Ceph: its key in the same cluster, the client and the pool in any
 * storage cluster. Pools are shared: a degraded one is only a note.
 */
export function rbdLinks(object: KubeObject, path: string): readonly Link[] {
  return rbdOf(object, fieldAt(object, path), path)
}

/** rbdLinks() for a section of a list; path is its field. */
export function rbdOf({ metadata }: KubeObject, rbd: unknown, path: string): readonly Link[] {
  const [client, pool] = [textAt(rbd, 'cephClientRef.name'), textAt(rbd, 'pool')]
  const namespace = textAt(rbd, 'cephClientRef.namespace')
  return [
    ...namedSecret(metadata.namespace, textAt(rbd, 'cephSecretRef.name'), { path: `${path}.cephSecretRef.name` }),
    ...(client ? [inStorage('CephClient', client, `${path}.cephClientRef.name`, namespace)] : []),
    ...(pool ? [inStorage('CephBlockPool', pool, `${path}.pool`, namespace)] : []),
  ]
}

function inStorage(kind: string, name: string, path: string, namespace: string | undefined): Link {
  const to = { where: { role: 'storage' }, group: 'ceph.rook.io', kind, name } as const
  return { rel: 'consumes', optional: true, weak: 'degraded', path, to: namespace ? { ...to, namespace } : to }
}

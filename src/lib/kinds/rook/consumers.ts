// SPDX-License-Identifier: Apache-2.0

import { fieldAt, listAt, textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { normaliseControlPlane } from '../c5c3-operator/spec.ts'

/** A field of an object's spec that names a Secret with a Ceph key, in the object's own namespace. */
export interface CephUse {
  /** spec.backends.rbd.cephSecretRef.name */
  readonly path: string
  readonly secret: string
  /** The key of the Secret that it reads, if specified. */
  readonly key?: string
  /** The client it names; if absent, only its pools identify the client. */
  readonly client?: { readonly name: string; readonly namespace?: string }
  readonly pools: readonly string[]
  /** Storage pools that it may use, by name; empty: any. */
  readonly storage: readonly string[]
}

export const CEPH_CONSUMERS: readonly string[] = ['ControlPlane', 'Cinder', 'Glance', 'Nova']

/** Every Ceph key that an object refers to, in any variant of the API. Never throws on malformed data. */
export function cephUses(object: KubeObject): readonly CephUse[] {
  if (object.kind === 'ControlPlane') return controlPlaneUses(object)
  if (object.kind === 'Glance') return rbdUse(fieldAt(object, 'spec.storage.rbd'), 'spec.storage.rbd')
  if (object.kind === 'Nova')
    return [
      ...rbdUse(fieldAt(object, 'spec.ephemeral'), 'spec.ephemeral'),
      ...rbdUse(fieldAt(object, 'spec.ephemeral.rbd'), 'spec.ephemeral.rbd'),
    ]
  if (object.kind !== 'Cinder') return []
  return listAt(object, 'spec.backends').flatMap(({ rbd }) => rbdUse(rbd, 'spec.backends.rbd'))
}

/** A section with pool, cephSecretRef and optional cephClientRef. */
function rbdUse(rbd: unknown, path: string): readonly CephUse[] {
  const secret = textAt(rbd, 'cephSecretRef.name')
  if (secret === undefined) return []
  const [key, pool] = [textAt(rbd, 'cephSecretRef.key'), textAt(rbd, 'pool')]
  const [name, namespace] = [textAt(rbd, 'cephClientRef.name'), textAt(rbd, 'cephClientRef.namespace')]
  return [
    {
      path: `${path}.cephSecretRef.name`,
      secret,
      ...(key ? { key } : {}),
      ...(name ? { client: { name, ...(namespace ? { namespace } : {}) } } : {}),
      pools: pool ? [pool] : [],
      storage: [],
    },
  ]
}

function controlPlaneUses(object: KubeObject): readonly CephUse[] {
  const { ceph, pools } = normaliseControlPlane(object)
  const key = textAt(object, 'spec.storage.ceph.secretRef.key')
  const ownUse: CephUse[] = ceph.secret
    ? [
        {
          path: 'spec.storage.ceph.secretRef.name',
          secret: ceph.secret,
          ...(key ? { key } : {}),
          pools: Object.values(ceph.pools),
          storage: pools.storage,
        },
      ]
    : []
  return [
    ...ownUse,
    ...['spec.openstack.cinder.backends', 'spec.services.cinder.backends'].flatMap((path) =>
      listAt(object, path).flatMap((backend): CephUse[] => {
        const secret = textAt(backend, 'secretRef') ?? textAt(backend, 'secretRef.name')
        const pool = textAt(backend, 'pool')
        if (secret === undefined || pool === undefined) return []
        return [{ path: `${path}.secretRef`, secret, pools: [pool], storage: pools.storage }]
      }),
    ),
  ]
}

// SPDX-License-Identifier: Apache-2.0
import type { Link } from '../model/graph/link.ts'
import { labelOwners } from '../model/object/owner-labels.ts'
import type { KubeObject } from '../model/object/resource.ts'

/** Links from ownerReferences and owner labels: an owner depends on the objects it created. */
export function ownerLinks(object: KubeObject): readonly Link[] {
  const [references, labels] = [ownerReferences(object), labelOwners(object)]
  return labels.length === 0 ? references : [...references, ...labels]
}

function ownerReferences(object: KubeObject): readonly Link[] {
  const owners = object.metadata.ownerReferences
  if (!Array.isArray(owners)) return []
  return owners.flatMap((owner): Link[] => {
    const { apiVersion, kind, name, uid } = owner ?? {}
    if (typeof apiVersion !== 'string' || typeof kind !== 'string' || typeof name !== 'string') return []
    const group = apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : ''
    const { namespace } = object.metadata
    return [
      {
        rel: 'owns',
        reverse: true,
        // The garbage collector handles children of a deleted owner: that is no failure of the child.
        optional: true,
        path: 'metadata.ownerReferences',
        to: {
          where: 'here',
          group,
          kind,
          name,
          ...(namespace === undefined ? {} : { namespace }),
          ...(typeof uid === 'string' ? { uid } : {}),
        },
      },
    ]
  })
}

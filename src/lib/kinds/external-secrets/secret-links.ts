// SPDX-License-Identifier: Apache-2.0

import type { Link, LinkTarget } from '../../model/graph/link.ts'
import { textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'

export interface SecretUse {
  readonly path: string
  readonly where?: LinkTarget
  readonly named?: boolean
}

/** Links to a Secret and, as most commands do not read Secrets, to the ExternalSecret that creates it. */
export function secretLinks(object: KubeObject, { path, where = 'here', named = false }: SecretUse): readonly Link[] {
  return namedSecret(object.metadata.namespace, textAt(object, path), { path, where, named })
}

/** secretLinks() for a name from elsewhere, for example from a message. */
export function namedSecret(namespace: string | undefined, name: string | undefined, use: SecretUse): readonly Link[] {
  if (!name || !namespace) return []
  const { path, where = 'here', named } = use
  const flag = named ? { named } : {}
  return [
    { rel: 'consumes', path, to: { where, group: '', kind: 'Secret', namespace, name }, ...flag },
    {
      rel: 'consumes',
      path,
      optional: true,
      to: { where, group: 'external-secrets.io', kind: 'ExternalSecret', namespace, name },
      ...flag,
    },
  ]
}

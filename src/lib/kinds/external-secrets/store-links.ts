// SPDX-License-Identifier: Apache-2.0

import type { Link, LinkTarget } from '../../model/graph/link.ts'
import { textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'

/** The secret store of a control plane or a service; cluster-wide by default. */
export function storeLinks(object: KubeObject, where: LinkTarget): readonly Link[] {
  const kind = textAt(object, 'spec.secretStoreRef.kind') ?? 'ClusterSecretStore'
  return storeLink('spec.secretStoreRef.name', kind, textAt(object, 'spec.secretStoreRef.name'), object, where)
}

/** A store by kind and name, in the namespace of the object that refers to it. */
export function storeLink(
  path: string,
  kind: string,
  name: string | undefined,
  { metadata: { namespace } }: KubeObject,
  where: LinkTarget = 'here',
): readonly Link[] {
  if (!name || !namespace || (kind !== 'SecretStore' && kind !== 'ClusterSecretStore')) return []
  return [{ rel: 'depends-on', path, to: { where, group: 'external-secrets.io', kind, namespace, name } }]
}

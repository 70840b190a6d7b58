// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'

/** Fields of both kinds of issuer; the rest of the spec may contain credentials. */
export const ISSUER_FIELDS: readonly string[] = [
  'spec.ca.secretName',
  'spec.acme.server',
  'spec.vault.server',
  'status.conditions',
]

export const issuer: KindSpec = {
  group: 'cert-manager.io',
  kind: 'Issuer',
  plural: 'issuers',
  versions: ['v1'],
  namespaced: true,
  roles: ['management', 'control-plane', 'hypervisor', 'storage'],
  keep: ISSUER_FIELDS,
  links: authorityLink,
}

function authorityLink(object: KubeObject): readonly Link[] {
  const [name, { namespace }] = [textAt(object, 'spec.ca.secretName'), object.metadata]
  if (!name || !namespace) return []
  const to = { where: 'here', group: '', kind: 'Secret', namespace, name } as const
  return [{ rel: 'consumes', to, path: 'spec.ca.secretName' }]
}

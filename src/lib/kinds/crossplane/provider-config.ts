// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { existsHealth } from '../../model/object/conditions.ts'
import { textAt } from '../../model/object/fields.ts'
import { inNamespace } from '../../model/object/reference.ts'
import type { KubeObject } from '../../model/object/resource.ts'

export const providerConfig: KindSpec = {
  group: 'kubernetes.crossplane.io',
  kind: 'ProviderConfig',
  plural: 'providerconfigs',
  versions: ['v1alpha1'],
  namespaced: false,
  roles: ['management'],
  keep: ['spec.credentials'],
  links: credentialLinks,
  health: credentialHealth,
}

function credentialLinks(object: KubeObject): readonly Link[] {
  const path = 'spec.credentials.secretRef'
  const [name, namespace] = [textAt(object, `${path}.name`), textAt(object, `${path}.namespace`)]
  if (!name || textAt(object, 'spec.credentials.source') !== 'Secret') return []
  const to = { where: 'here', group: '', kind: 'Secret', name, ...inNamespace(namespace) } as const
  return [{ rel: 'consumes', to, path: `${path}.name` }]
}

/** Only checks that credentials are specified. Whether they work shows at the Objects that use them. */
function credentialHealth(object: KubeObject): Health {
  const source = textAt(object, 'spec.credentials.source')
  const secret = textAt(object, 'spec.credentials.secretRef.name')
  if (!source) return { state: 'unknown', reason: 'Malformed', message: 'spec.credentials.source is not told' }
  if (source === 'Secret' && !secret) {
    return { state: 'failed', reason: 'NoSecret', message: 'its credentials name no Secret' }
  }
  return existsHealth(object)
}

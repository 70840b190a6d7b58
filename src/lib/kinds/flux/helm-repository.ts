// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import { existsHealth } from '../../model/object/conditions.ts'
import { fieldAt, textAt } from '../../model/object/fields.ts'
import { fluxHealth, secretLink } from './health-and-links.ts'

export const helmRepository: KindSpec = {
  group: 'source.toolkit.fluxcd.io',
  kind: 'HelmRepository',
  plural: 'helmrepositories',
  versions: ['v1', 'v1beta2'],
  namespaced: true,
  roles: ['management', 'control-plane', 'hypervisor', 'storage'],
  keep: [
    'spec.suspend',
    'spec.type',
    'spec.url',
    'spec.secretRef',
    'status.conditions',
    'status.observedGeneration',
    'status.artifact.revision',
    'status.artifact.lastUpdateTime',
  ],
  links: (object) => secretLink(object, 'spec.secretRef.name'),
  // A repository of type oci is only an address: Flux writes no status for it.
  health: (object) => {
    const health = fluxHealth(object)
    const isAddress = textAt(object, 'spec.type') === 'oci' && fieldAt(object, 'status.conditions') === undefined
    return health.reason === 'NotObserved' && isAddress ? existsHealth(object) : health
  },
}

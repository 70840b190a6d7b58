// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import { fluxHealth, secretLink } from './health-and-links.ts'

export const gitRepository: KindSpec = {
  group: 'source.toolkit.fluxcd.io',
  kind: 'GitRepository',
  plural: 'gitrepositories',
  versions: ['v1', 'v1beta2'],
  namespaced: true,
  roles: ['management', 'control-plane', 'hypervisor', 'storage'],
  keep: [
    'spec.suspend',
    'spec.url',
    'spec.ref',
    'spec.secretRef',
    'status.conditions',
    'status.observedGeneration',
    'status.artifact.revision',
    'status.artifact.lastUpdateTime',
  ],
  links: (object) => secretLink(object, 'spec.secretRef.name'),
  health: fluxHealth,
}

// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import { fluxHealth, sourceLink } from './health-and-links.ts'

export const helmChart: KindSpec = {
  group: 'source.toolkit.fluxcd.io',
  kind: 'HelmChart',
  plural: 'helmcharts',
  versions: ['v1', 'v1beta2'],
  namespaced: true,
  roles: ['management', 'control-plane', 'hypervisor', 'storage'],
  keep: [
    'spec.suspend',
    'spec.chart',
    'spec.version',
    'spec.sourceRef',
    'status.conditions',
    'status.observedGeneration',
    'status.artifact.revision',
    'status.artifact.lastUpdateTime',
  ],
  links: (object) => sourceLink(object, 'spec.sourceRef'),
  health: fluxHealth,
}

// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import { reconciledHealth } from './health-and-links.ts'

/** A source provided by a controller that is not part of Flux. */
export const externalArtifact: KindSpec = {
  group: 'source.toolkit.fluxcd.io',
  kind: 'ExternalArtifact',
  plural: 'externalartifacts',
  versions: ['v1'],
  namespaced: true,
  roles: ['management', 'control-plane', 'hypervisor', 'storage'],
  keep: ['status.conditions', 'status.artifact.revision', 'status.artifact.lastUpdateTime'],
  health: reconciledHealth,
}

// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import { packageHealth } from './health-and-links.ts'

export const crossplaneProvider: KindSpec = {
  group: 'pkg.crossplane.io',
  kind: 'Provider',
  plural: 'providers',
  versions: ['v1'],
  namespaced: false,
  roles: ['management'],
  keep: ['spec.package', 'spec.revisionActivationPolicy', 'status.conditions', 'status.currentRevision'],
  health: packageHealth,
}

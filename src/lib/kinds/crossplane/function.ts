// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import { packageHealth } from './health-and-links.ts'

export const crossplaneFunction: KindSpec = {
  group: 'pkg.crossplane.io',
  kind: 'Function',
  plural: 'functions',
  versions: ['v1', 'v1beta1'],
  namespaced: false,
  roles: ['management'],
  keep: ['spec.package', 'spec.revisionActivationPolicy', 'status.conditions', 'status.currentRevision'],
  health: packageHealth,
}

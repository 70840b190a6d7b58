// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/kind.ts'

export const controlPlane: KindSpec = {
  group: 'c5c3.io',
  kind: 'ControlPlane',
  plural: 'controlplanes',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: ['spec', 'status'],
}

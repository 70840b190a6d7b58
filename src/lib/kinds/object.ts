// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/kind.ts'

export const object: KindSpec = {
  group: 'kubernetes.crossplane.io',
  kind: 'Object',
  plural: 'objects',
  versions: ['v1alpha2', 'v1alpha1'],
  namespaced: false,
  roles: ['management'],
  keep: ['spec', 'status'],
}

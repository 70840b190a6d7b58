// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/kind.ts'

export const kustomization: KindSpec = {
  group: 'kustomize.toolkit.fluxcd.io',
  kind: 'Kustomization',
  plural: 'kustomizations',
  versions: ['v1', 'v1beta2'],
  namespaced: true,
  roles: ['management', 'control-plane', 'hypervisor', 'storage'],
  keep: ['spec', 'status'],
}

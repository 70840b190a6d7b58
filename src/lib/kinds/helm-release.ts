// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/kind.ts'

export const helmRelease: KindSpec = {
  group: 'helm.toolkit.fluxcd.io',
  kind: 'HelmRelease',
  plural: 'helmreleases',
  versions: ['v2', 'v2beta2'],
  namespaced: true,
  roles: ['management', 'control-plane', 'hypervisor', 'storage'],
  keep: ['spec.suspend', 'spec.dependsOn', 'spec.kubeConfig', 'spec.chart', 'status'],
}

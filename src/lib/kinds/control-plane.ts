// SPDX-License-Identifier: Apache-2.0
import { controlPlaneHealth } from '../model/control-plane-health.ts'
import { controlPlaneLinks } from '../model/control-plane-links.ts'
import type { KindSpec } from '../model/kind.ts'

/** Written in five dialects of one version: model/control-plane.ts reads them all. */
export const controlPlane: KindSpec = {
  group: 'c5c3.io',
  kind: 'ControlPlane',
  plural: 'controlplanes',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: ['spec', 'status'],
  links: controlPlaneLinks,
  health: controlPlaneHealth,
  seedOnly: [
    'spec.openstack',
    'spec.compute',
    'spec.storage',
    'spec.identity',
    'spec.global',
    'spec.cortex',
    'spec.tempest',
    'spec.tls',
    'spec.korc.enabled',
    'spec.korc.bootstrapResources',
    'spec.korc.cloudCredentialsRef',
    'spec.infrastructure.mariadb',
    'spec.infrastructure.rabbitmq',
    'spec.infrastructure.memcached',
    'spec.infrastructure.messaging',
    'spec.infrastructure.valkey',
    'status.phase',
  ],
}

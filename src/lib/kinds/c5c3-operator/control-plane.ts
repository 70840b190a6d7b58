// SPDX-License-Identifier: Apache-2.0

import { type KindSpec, kindName } from '../../model/graph/kind.ts'
import { IDENTITY_PARTS } from '../korc/health-and-links.ts'
import { KNOWN_SERVICES, serviceKind } from '../openstack/service.ts'
import { controlPlaneHealth } from './health.ts'
import { controlPlaneLinks } from './links.ts'
import { COMPONENTS } from './spec.ts'

/** Services of the released operator, which the specification configures differently. */
const RELEASED: readonly string[] = ['barbican', 'glance', 'horizon', 'keystone', 'placement']

const SERVICES = KNOWN_SERVICES.map((service) => kindName(serviceKind(service)))

const OTHER_PARTS: readonly string[] = [
  'KeystoneService.c5c3.io',
  'GlanceBackend.glance.openstack.c5c3.io',
  'BarbicanSecretStore.barbican.openstack.c5c3.io',
  'MariaDB.k8s.mariadb.com',
  'Database.k8s.mariadb.com',
  'RabbitmqCluster.rabbitmq.com',
  'Memcached.memcached.c5c3.io',
  'Valkey.cache.cs.sap.com',
  'StatefulSet.apps',
  'SecretStore.external-secrets.io',
  'ExternalSecret.external-secrets.io',
  'PushSecret.external-secrets.io',
  'Certificate.cert-manager.io',
]

/** One API version exists in five variants: normaliseControlPlane() reads them all. */
export const controlPlane: KindSpec = {
  group: 'c5c3.io',
  kind: 'ControlPlane',
  plural: 'controlplanes',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: ['metadata.changed', 'spec', 'status'],
  links: controlPlaneLinks,
  health: controlPlaneHealth,
  parts: [...SERVICES, ...IDENTITY_PARTS, ...OTHER_PARTS],
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
    'status.services.message',
    'status.services.version',
    ...RELEASED.flatMap((service) => ['enabled', ...COMPONENTS].map((field) => `spec.services.${service}.${field}`)),
  ],
}

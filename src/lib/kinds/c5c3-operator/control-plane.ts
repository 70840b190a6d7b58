// SPDX-License-Identifier: Apache-2.0
import { COMPONENTS } from '../../model/control-plane.ts'
import { controlPlaneHealth } from '../../model/control-plane-health.ts'
import { controlPlaneLinks } from '../../model/control-plane-links.ts'
import { type KindSpec, kindName } from '../../model/kind.ts'
import { IDENTITY_PARTS } from '../../model/korc.ts'
import { KNOWN_SERVICES, serviceKind } from '../../model/service.ts'

/** Services of the released operator, which the seeds write in another way. */
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

/** Written in five dialects of one version: model/control-plane.ts reads them all. */
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

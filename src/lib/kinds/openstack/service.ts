// SPDX-License-Identifier: Apache-2.0
/** Group and kind of an OpenStack service. */
export interface ServiceKind {
  readonly group: string
  readonly kind: string
}

const KINDS: Readonly<Record<string, string>> = {
  keystone: 'Keystone',
  glance: 'Glance',
  placement: 'Placement',
  nova: 'Nova',
  neutron: 'Neutron',
  cinder: 'Cinder',
  horizon: 'Horizon',
  barbican: 'Barbican',
  tempest: 'Tempest',
}

/** Services with built-in support; others are known once their operator is installed. */
export const KNOWN_SERVICES: readonly string[] = [...Object.keys(KINDS), 'cortex']

/** The kind of a service; for an unknown service the kind its operator would serve. */
export function serviceKind(service: string): ServiceKind {
  if (service === 'cortex') return { group: 'cortex.c5c3.io', kind: 'Cortex' }
  const known = Object.hasOwn(KINDS, service) ? KINDS[service] : undefined
  const kind = known ?? service.charAt(0).toUpperCase() + service.slice(1)
  return { group: `${service}.openstack.c5c3.io`, kind }
}

const OTHERS: Readonly<Record<string, string>> = {
  Cortex: 'cortex.c5c3.io',
  ControlPlane: 'c5c3.io',
  KeystoneService: 'c5c3.io',
  MariaDB: 'k8s.mariadb.com',
  Database: 'k8s.mariadb.com',
  RabbitmqCluster: 'rabbitmq.com',
  Valkey: 'cache.cs.sap.com',
  Memcached: 'memcached.c5c3.io',
  OVNCluster: 'ovn.c5c3.io',
  SecretStore: 'external-secrets.io',
  ClusterSecretStore: 'external-secrets.io',
  ExternalSecret: 'external-secrets.io',
  PushSecret: 'external-secrets.io',
  Certificate: 'cert-manager.io',
  GlanceBackend: 'glance.openstack.c5c3.io',
  BarbicanSecretStore: 'barbican.openstack.c5c3.io',
  KeystoneIdentityBackend: 'keystone.openstack.c5c3.io',
  ApplicationCredential: 'openstack.k-orc.cloud',
  Domain: 'openstack.k-orc.cloud',
  Endpoint: 'openstack.k-orc.cloud',
  Project: 'openstack.k-orc.cloud',
  Role: 'openstack.k-orc.cloud',
  RoleAssignment: 'openstack.k-orc.cloud',
  Service: 'openstack.k-orc.cloud',
  User: 'openstack.k-orc.cloud',
}

/** The group of a kind that a control plane names without a group (dependsOn, messages). */
export function groupOfKind(kind: string): string {
  return (Object.hasOwn(OTHERS, kind) ? OTHERS[kind] : undefined) ?? serviceKind(kind.toLowerCase()).group
}

/** Kinds that messages of a control plane and its services may name. Not ControlPlane: it is always the parent. */
export const SPOKEN_KINDS: ReadonlySet<string> = new Set([
  ...Object.keys(OTHERS).filter((kind) => kind !== 'ControlPlane'),
  ...Object.values(KINDS),
])

// SPDX-License-Identifier: Apache-2.0
/** The phases in which an OpenStack cluster comes up, after the provisioning of its Kubernetes clusters (P). */
export const PHASES = ['P', '1', '2', '3', '4', '5', '6', '7'] as const

export type PhaseId = (typeof PHASES)[number]

export const PHASE_TITLES: Readonly<Record<PhaseId, string>> = {
  P: 'Provisioning',
  '1': 'Infrastructure',
  '2': 'Keystone',
  '3': 'Identity resources (K-ORC)',
  '4': 'Glance, Placement, Horizon, Barbican',
  '5': 'Nova, Neutron, Cinder, OVN',
  '6': 'Cortex',
  '7': 'Tempest',
}

/** The phase of a kind. Workloads, Secrets and the like have none: they belong to the phase of their dependents. */
export function phaseOf(group: string, kindName: string): PhaseId | undefined {
  return BY_KIND[kindName] ?? BY_GROUP[group] ?? (group.endsWith('.openstack.c5c3.io') ? '5' : undefined)
}

export function conditionPhase(type: string): PhaseId | undefined {
  return Object.hasOwn(BY_CONDITION, type) ? BY_CONDITION[type] : undefined
}

const BY_GROUP: Readonly<Record<string, PhaseId>> = {
  'crossplane.c5c3.io': 'P',
  'apiextensions.crossplane.io': 'P',
  'pkg.crossplane.io': 'P',
  'kubernetes.crossplane.io': 'P',
  'kubernetes.m.crossplane.io': 'P',
  'core.gardener.cloud': 'P',
  'metal.ironcore.dev': 'P',
  'compute.ironcore.dev': 'P',
  'k8s.mariadb.com': '1',
  'rabbitmq.com': '1',
  'cache.cs.sap.com': '1',
  'memcached.c5c3.io': '1',
  'keystone.openstack.c5c3.io': '2',
  'openstack.k-orc.cloud': '3',
  'glance.openstack.c5c3.io': '4',
  'placement.openstack.c5c3.io': '4',
  'horizon.openstack.c5c3.io': '4',
  'barbican.openstack.c5c3.io': '4',
  'nova.openstack.c5c3.io': '5',
  'neutron.openstack.c5c3.io': '5',
  'cinder.openstack.c5c3.io': '5',
  'ovn.c5c3.io': '5',
  'ovs.c5c3.io': '5',
  'cortex.c5c3.io': '6',
  'cortex.cloud': '6',
  'tempest.openstack.c5c3.io': '7',
  'ceph.rook.io': 'P',
  'kvm.cloud.sap': 'P',
  'hypervisor.c5c3.io': 'P',
}

const BY_KIND: Readonly<Record<string, PhaseId>> = {
  'OpenStackCluster.c5c3.io': 'P',
  'XOpenStackCluster.c5c3.io': 'P',
  'KeystoneService.c5c3.io': '3',
  'SecretStore.external-secrets.io': '1',
  'ClusterSecretStore.external-secrets.io': '1',
  Namespace: '1',
}

const BY_CONDITION: Readonly<Record<string, PhaseId>> = {
  NamespacesReady: '1',
  InfrastructureReady: '1',
  ESOTenantStoreReady: '1',
  DBCredentialsReady: '1',
  AdminPasswordReady: '1',
  KeystoneReady: '2',
  KORCReady: '3',
  AdminCredentialReady: '3',
  CredentialsReady: '3',
  CatalogReady: '3',
  ServiceAccountsReady: '3',
  RegistrationTenantStoresReady: '3',
  GlanceReady: '4',
  PlacementReady: '4',
  HorizonReady: '4',
  BarbicanReady: '4',
  ServicesReady: '5',
  CrossClusterSyncReady: '5',
}

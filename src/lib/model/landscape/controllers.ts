// SPDX-License-Identifier: Apache-2.0
// Which workload reconciles which kinds, as data. A controller counts for the objects of its own cluster.

export interface ControllerSpec {
  /** A name in OPERATORS. */
  readonly operator: string
  /** Matches one of workloadNames(). */
  readonly words: RegExp
  /** Kinds (Kind.group) whose status it writes. Kinds without a status that matters are left out. */
  readonly kinds: readonly string[]
  /** The workload serves only the object that this label names. */
  readonly label?: string
}

const service = (name: string, ...kinds: readonly string[]): ControllerSpec => ({
  operator: `${name}-operator`,
  words: new RegExp(`(^|/)${name}-operator(-controller-manager)?$`),
  kinds,
})

/** Kinds of one group. */
const of = (group: string, ...kinds: readonly string[]): readonly string[] => kinds.map((kind) => `${kind}.${group}`)

const openStack = (name: string, ...kinds: readonly string[]): ControllerSpec =>
  service(name, ...of(`${name}.openstack.c5c3.io`, ...kinds))

const POOLS = ['ControlPlaneCluster', 'HypervisorCluster', 'StorageCluster']

export const CONTROLLERS: readonly ControllerSpec[] = [
  {
    operator: 'crossplane',
    words: /(^|\/)crossplane$/,
    kinds: [
      ...of('c5c3.io', 'OpenStackCluster', 'XOpenStackCluster'),
      ...of('crossplane.c5c3.io', ...POOLS, ...POOLS.map((kind) => `X${kind}`)),
      ...of('apiextensions.crossplane.io', 'CompositeResourceDefinition'),
      ...of('pkg.crossplane.io', 'Function', 'Provider'),
    ],
  },
  {
    operator: 'provider-kubernetes',
    words: /(^|\/)provider-kubernetes(-|$)/,
    kinds: ['Object.kubernetes.crossplane.io', 'Object.kubernetes.m.crossplane.io'],
  },
  // Crossplane runs every package in a Deployment with this label: https://docs.crossplane.io/latest/packages/
  {
    operator: 'crossplane',
    words: /./,
    label: 'pkg.crossplane.io/function',
    kinds: ['Function.pkg.crossplane.io'],
  },
  {
    operator: 'crossplane',
    words: /./,
    label: 'pkg.crossplane.io/provider',
    kinds: ['Provider.pkg.crossplane.io'],
  },
  {
    operator: 'flux-operator',
    words: /(^|\/)flux-operator$/,
    kinds: of('fluxcd.controlplane.io', 'FluxInstance', 'ResourceSet'),
  },
  {
    operator: 'flux',
    words: /(^|\/)source-controller$/,
    kinds: of('source.toolkit.fluxcd.io', 'Bucket', 'GitRepository', 'HelmChart', 'HelmRepository', 'OCIRepository'),
  },
  {
    operator: 'flux',
    words: /(^|\/)kustomize-controller$/,
    kinds: ['Kustomization.kustomize.toolkit.fluxcd.io'],
  },
  { operator: 'flux', words: /(^|\/)helm-controller$/, kinds: ['HelmRelease.helm.toolkit.fluxcd.io'] },
  {
    operator: 'external-secrets',
    words: /(^|\/)external-secrets$/,
    kinds: of('external-secrets.io', 'ClusterSecretStore', 'ExternalSecret', 'PushSecret', 'SecretStore'),
  },
  {
    operator: 'cert-manager',
    words: /(^|\/)cert-manager(-controller)?$/,
    kinds: of('cert-manager.io', 'Certificate', 'ClusterIssuer', 'Issuer'),
  },
  {
    operator: 'openbao',
    words: /(^|\/)openbao-operator(-controller(-manager)?)?$/,
    kinds: of('openbao.org', 'OpenBaoCluster', 'OpenBaoTenant'),
  },
  service('c5c3', ...of('c5c3.io', 'ControlPlane', 'CredentialRotation', 'KeystoneService', 'SecretAggregate')),
  openStack('keystone', 'Keystone', 'KeystoneIdentityBackend'),
  openStack('glance', 'Glance', 'GlanceBackend'),
  openStack('placement', 'Placement'),
  openStack('horizon', 'Horizon'),
  openStack('barbican', 'Barbican', 'BarbicanSecretStore'),
  openStack('nova', 'Nova'),
  openStack('neutron', 'Neutron'),
  openStack('cinder', 'Cinder'),
  openStack('tempest', 'Tempest'),
  service('cortex', 'Cortex.cortex.c5c3.io'),
  // Not OVNChassis: its heartbeat is evidence of its own.
  service('ovn', 'OVNCluster.ovn.c5c3.io'),
  {
    operator: 'k-orc',
    words: /(^|\/)(openstack-resource-controller|orc-controller-manager)$/,
    kinds: of(
      'openstack.k-orc.cloud',
      ...['ApplicationCredential', 'Domain', 'Endpoint', 'Group', 'Project'],
      ...['Role', 'RoleAssignment', 'Service', 'User'],
    ),
  },
  service(
    'mariadb',
    ...of('k8s.mariadb.com', 'Backup', 'Database', 'Grant', 'MariaDB', 'MaxScale', 'PhysicalBackup', 'Restore', 'User'),
  ),
  {
    operator: 'rabbitmq-cluster-operator',
    words: /(^|\/)(rabbitmq-cluster-operator|rabbitmqoperator\/cluster-operator)$/,
    kinds: ['RabbitmqCluster.rabbitmq.com'],
  },
  service('valkey', 'Valkey.cache.cs.sap.com'),
  service('memcached', 'Memcached.memcached.c5c3.io'),
  {
    operator: 'hypervisor-operator',
    words: /(^|\/)openstack-hypervisor-operator(-controller-manager)?$/,
    kinds: ['kvm.cloud.sap', 'hypervisor.c5c3.io'].flatMap((group) => of(group, 'Eviction', 'Hypervisor', 'Migration')),
  },
  {
    operator: 'rook',
    // Not by the image rook/ceph: the toolbox and a sidecar of the manager daemons run it, too.
    words: /^rook-ceph-operator$/,
    kinds: of(
      'ceph.rook.io',
      ...['CephBlockPool', 'CephClient', 'CephCluster', 'CephFilesystem'],
      ...['CephObjectStore', 'CephObjectStoreUser', 'CephRBDMirror'],
    ),
  },
  {
    operator: 'arbiter-operator',
    words: /(^|\/)external-arbiter-operator(-controller-manager)?$/,
    kinds: ['ceph.cobaltcore.sap.com', 'ceph.c5c3.io'].flatMap((group) => of(group, 'RemoteArbiter', 'RemoteCluster')),
  },
]

/** Every kind that a known controller reconciles. */
export const RECONCILED_KINDS: readonly string[] = [...new Set(CONTROLLERS.flatMap(({ kinds }) => kinds))]

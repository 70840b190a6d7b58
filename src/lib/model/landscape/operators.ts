// SPDX-License-Identifier: Apache-2.0
// The operators of a fleet as data: how to recognise their workloads, which clusters they run in, which kinds they
// reconcile.
import type { Role } from './role.ts'

export interface Operator {
  readonly name: string
  /** Matches the name of a workload, its label app.kubernetes.io/name, or an image without registry and tag. */
  readonly words: RegExp
  readonly roles: readonly Role[]
  /** Kinds (Kind.group) whose status it writes: the last write shows when the operator was last active. */
  readonly writes: readonly string[]
  /** A fleet can run without it. */
  readonly optional?: true
}

const service = (name: string, ...writes: readonly string[]): Operator => ({
  name: `${name}-operator`,
  words: new RegExp(`(^|/)${name}-operator(-controller-manager)?$`),
  roles: ['control-plane'],
  writes,
})

const extra = (name: string): Operator => ({
  name,
  words: new RegExp(`(^|[/-])${name}($|[/-])`),
  roles: ['management', 'control-plane'],
  writes: [],
  optional: true,
})

const ALL: readonly Role[] = ['management', 'control-plane', 'hypervisor', 'storage']

/** In display order. */
export const OPERATORS: readonly Operator[] = [
  {
    name: 'crossplane',
    words: /(^|\/)crossplane(-rbac-manager)?$/,
    roles: ['management'],
    writes: ['XOpenStackCluster.c5c3.io', 'XHypervisorCluster.crossplane.c5c3.io'],
  },
  {
    name: 'provider-kubernetes',
    words: /(^|\/)provider-kubernetes(-|$)/,
    roles: ['management'],
    writes: ['Object.kubernetes.crossplane.io', 'Object.kubernetes.m.crossplane.io'],
  },
  {
    name: 'flux-operator',
    words: /(^|\/)flux-operator$/,
    roles: ['management'],
    writes: ['FluxInstance.fluxcd.controlplane.io'],
  },
  {
    name: 'flux',
    words: /(^|\/)(source|kustomize|helm|notification)-controller$/,
    roles: ['management'],
    writes: ['Kustomization.kustomize.toolkit.fluxcd.io', 'GitRepository.source.toolkit.fluxcd.io'],
  },
  {
    name: 'external-secrets',
    words: /(^|\/)external-secrets(-webhook|-cert-controller)?$/,
    roles: ALL,
    writes: ['ExternalSecret.external-secrets.io', 'PushSecret.external-secrets.io'],
  },
  { name: 'openbao', words: /(^|\/)openbao$/, roles: ['management'], writes: [] },
  {
    name: 'cert-manager',
    words: /(^|\/)cert-manager(-controller|-webhook|-cainjector)?$/,
    roles: ['control-plane'],
    writes: ['Certificate.cert-manager.io'],
  },
  service('c5c3', 'ControlPlane.c5c3.io'),
  service('keystone', 'Keystone.keystone.openstack.c5c3.io'),
  service('glance', 'Glance.glance.openstack.c5c3.io'),
  service('placement', 'Placement.placement.openstack.c5c3.io'),
  service('horizon', 'Horizon.horizon.openstack.c5c3.io'),
  service('barbican', 'Barbican.barbican.openstack.c5c3.io'),
  service('nova', 'Nova.nova.openstack.c5c3.io'),
  service('neutron', 'Neutron.neutron.openstack.c5c3.io'),
  service('cinder', 'Cinder.cinder.openstack.c5c3.io'),
  service('cortex', 'Cortex.cortex.c5c3.io'),
  service('tempest', 'Tempest.tempest.openstack.c5c3.io'),
  service('ovn', 'OVNCluster.ovn.c5c3.io'),
  {
    name: 'k-orc',
    words: /(^|\/)(openstack-resource-controller|orc-controller-manager)$/,
    roles: ['control-plane'],
    writes: ['Domain.openstack.k-orc.cloud', 'User.openstack.k-orc.cloud', 'Service.openstack.k-orc.cloud'],
  },
  service('mariadb', 'MariaDB.k8s.mariadb.com'),
  {
    name: 'rabbitmq-cluster-operator',
    words: /(^|\/)(rabbitmq-cluster-operator|rabbitmqoperator\/cluster-operator)$/,
    roles: ['control-plane'],
    writes: ['RabbitmqCluster.rabbitmq.com'],
  },
  service('valkey', 'Valkey.cache.cs.sap.com'),
  service('memcached', 'Memcached.memcached.c5c3.io'),
  {
    name: 'hypervisor-operator',
    words: /(^|\/)openstack-hypervisor-operator(-controller-manager)?$/,
    roles: ['hypervisor'],
    writes: ['Hypervisor.kvm.cloud.sap', 'Eviction.kvm.cloud.sap'],
  },
  { name: 'labels-injector', words: /(^|\/)labels?-injector$/, roles: ['hypervisor'], writes: [] },
  {
    name: 'rook',
    words: /(^|\/)(rook-ceph-operator|rook\/ceph)$/,
    roles: ['storage'],
    writes: ['CephCluster.ceph.rook.io', 'CephClient.ceph.rook.io'],
  },
  {
    name: 'arbiter-operator',
    words: /(^|\/)external-arbiter-operator(-controller-manager)?$/,
    roles: ['storage'],
    writes: ['RemoteArbiter.ceph.cobaltcore.sap.com', 'RemoteCluster.ceph.cobaltcore.sap.com'],
  },
  extra('greenhouse'),
  extra('aurora'),
  extra('prysm'),
]

/** An image without its registry, tag and digest: c5c3/keystone-operator. */
export function repositoryOf(image: string): string {
  const [path = ''] = image.split('@')
  const parts = path.replace(/:[^:/]+$/, '').split('/')
  const [first = ''] = parts
  return (parts.length > 1 && /[.:]|^localhost$/.test(first) ? parts.slice(1) : parts).join('/')
}

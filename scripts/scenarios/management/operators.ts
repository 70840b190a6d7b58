// SPDX-License-Identifier: Apache-2.0
// The Deployments of the operators in each cluster.
import { deployment } from '../core.ts'
import type { Obj, ObjectMaker } from '../kube.ts'

type Operator = readonly [name: string, namespace: string, image: string, replicas: number]

/** Operators that the released CobaltCore installs beside its control plane. */
export const RELEASED_OPERATORS: readonly Operator[] = [
  ['c5c3-operator', 'c5c3-system', 'ghcr.io/c5c3/c5c3-operator:v0.4.0', 2],
  ['keystone-operator', 'keystone-system', 'ghcr.io/c5c3/keystone-operator:v0.4.0', 2],
  ['horizon-operator', 'horizon-system', 'ghcr.io/c5c3/horizon-operator:v0.4.0', 1],
  ['glance-operator', 'glance-system', 'ghcr.io/c5c3/glance-operator:v0.4.0', 2],
  ['placement-operator', 'placement-system', 'ghcr.io/c5c3/placement-operator:v0.4.0', 2],
  ['mariadb-operator', 'mariadb-system', 'docker-registry3.mariadb.com/mariadb-operator/mariadb-operator:26.3.0', 1],
  ['memcached-operator', 'memcached-system', 'ghcr.io/c5c3/memcached-operator:v0.3.0', 1],
  ['orc-controller-manager', 'orc-system', 'quay.io/orc/openstack-resource-controller:main-c22784c', 1],
  ['external-secrets', 'external-secrets', 'ghcr.io/external-secrets/external-secrets:v0.20.4', 2],
  ['cert-manager', 'cert-manager', 'quay.io/jetstack/cert-manager-controller:v1.19.0', 2],
]

/** Additional operators of the specification: the rest of OpenStack, messaging, OVN, Cortex, Tempest. */
export const SEED_OPERATORS: readonly Operator[] = [
  ...RELEASED_OPERATORS.filter(([name]) => name !== 'horizon-operator'),
  ['nova-operator', 'nova-system', 'ghcr.io/c5c3/nova-operator:v0.4.0', 2],
  ['neutron-operator', 'neutron-system', 'ghcr.io/c5c3/neutron-operator:v0.4.0', 2],
  ['cinder-operator', 'cinder-system', 'ghcr.io/c5c3/cinder-operator:v0.4.0', 2],
  ['cortex-operator', 'cortex-system', 'ghcr.io/c5c3/cortex-operator:v0.4.0', 1],
  ['tempest-operator', 'tempest-system', 'ghcr.io/c5c3/tempest-operator:v0.4.0', 1],
  ['ovn-operator', 'ovn-system', 'ghcr.io/c5c3/ovn-operator:v0.4.0', 2],
  ['rabbitmq-cluster-operator', 'rabbitmq-system', 'docker.io/rabbitmqoperator/cluster-operator:2.16.1', 1],
  ['valkey-operator', 'valkey-system', 'ghcr.io/sap/valkey-operator/valkey-operator:v0.1.30', 1],
]

export function operators(make: ObjectMaker, list: readonly Operator[], age: string): Obj[] {
  return list.map(([name, namespace, image, replicas]) => {
    const labels =
      name === 'orc-controller-manager'
        ? { 'control-plane': 'controller-manager', 'app.kubernetes.io/name': 'openstack-resource-controller' }
        : { 'app.kubernetes.io/name': name }
    return deployment(make, { name, namespace, age }, { image, replicas, labels })
  })
}

export function namespacesOf(list: readonly Operator[]): string[] {
  return [...new Set(list.map(([, namespace]) => namespace))]
}

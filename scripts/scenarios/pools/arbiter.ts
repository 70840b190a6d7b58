// SPDX-License-Identifier: Apache-2.0
// The arbiter: a fifth monitor in its own cluster, and its objects in the storage cluster.

import { baseNamespaces, boundClaim, deployment, namespace, node, secret } from '../core.ts'
import { conditions, type Obj, type ObjectMaker, objectsOf, type Section, withBody } from '../kube.ts'
import { GARDEN_LINUX, KUBERNETES, type StoragePool } from '../landscape.ts'
import { kubeconfigOf } from '../openstack/secret-values.ts'
import { NAMESPACE } from './ceph.ts'

export const CEPH_IMAGE = 'quay.io/ceph/ceph:v19.2.3'

/** The objects of the arbiter in the storage cluster, if it has one. */
export function arbiter(make: ObjectMaker, pool: StoragePool): Obj[] {
  if (!pool.arbiter) return []
  const id = { namespace: NAMESPACE, age: pool.age, generation: 1 }
  const remote = make('ceph.cobaltcore.sap.com/v1alpha1', 'RemoteCluster', { ...id, name: 'arbiter' })
  const mon = make('ceph.cobaltcore.sap.com/v1alpha1', 'RemoteArbiter', { ...id, name: 'arbiter' })
  const ok = (type: string) => ({ type, reason: 'OK', message: '' })
  return [
    withBody(remote, {
      spec: {
        namespace: 'ceph-arbiter',
        accesskeyRef: { name: 'arbiter', key: 'kubeconfig.yaml' },
        checkInterval: '1m',
        timeout: '10s',
      },
      status: {
        state: 'Ready',
        message: '',
        conditions: conditions(
          remote,
          ['SecretAvailable', 'ConfigValid', 'ClusterReachable', 'HasEnoughPermissions'].map(ok),
        ),
      },
    }),
    withBody(mon, {
      spec: {
        cephCluster: { name: 'rook-ceph', namespace: NAMESPACE },
        remoteCluster: { name: 'arbiter' },
        monIdPrefix: 'ext-',
        service: { type: 'NodePort', nodeIp: '10.60.0.11' },
      },
      status: {
        state: 'Ready',
        monId: 'ext-a',
        message: '',
        conditions: conditions(
          mon,
          [
            'RemoteClusterExists',
            'RemoteClusterReady',
            'CephClusterExists',
            'CephClusterReady',
            'CephClusterConfigured',
            'MonitorDeploymentExists',
            'MonitorDeploymentReady',
            'ArbiterDeploymentExists',
            'ArbiterDeploymentReady',
          ].map(ok),
        ),
      },
    }),
    secret(
      make,
      { name: 'arbiter', namespace: NAMESPACE, age: pool.age },
      { 'kubeconfig.yaml': kubeconfigOf('arbiter') },
    ),
  ]
}

/** The arbiter cluster with its only monitor. */
export function arbiterCluster(): Section[] {
  const make = objectsOf('arbiter')
  const age = '93d'
  return [
    {
      title: 'the cluster itself',
      objects: [
        ...baseNamespaces(make, age),
        namespace(make, 'ceph-arbiter', age),
        node(make, 'arbiter-001', age, {
          ip: '10.60.0.11',
          labels: {
            'worker.gardener.cloud/pool': 'default',
            'topology.kubernetes.io/region': 'eu-de-1',
            'topology.kubernetes.io/zone': 'eu-de-1d',
          },
          providerID: 'metal://shoot--c5c3--arbiter/arbiter-001',
          cpu: 8,
          memoryGi: 32,
          kubelet: KUBERNETES.kubelet,
          os: GARDEN_LINUX,
          kernel: '6.12.48-cloud-amd64',
        }),
      ],
    },
    {
      title: 'the fifth monitor of st-pool-a',
      objects: [
        deployment(
          make,
          { name: 'rook-ceph-mon-ext-a', namespace: 'ceph-arbiter', age },
          {
            image: CEPH_IMAGE,
            replicas: 1,
            labels: { app: 'rook-ceph-mon', mon: 'ext-a' },
          },
        ),
        make(
          'v1',
          'Service',
          { name: 'rook-ceph-mon-ext-a', namespace: 'ceph-arbiter', age },
          {
            spec: {
              type: 'NodePort',
              clusterIP: '100.64.12.7',
              selector: { app: 'rook-ceph-mon', mon: 'ext-a' },
              ports: [
                { name: 'tcp-msgr1', port: 6789, targetPort: 6789, protocol: 'TCP', nodePort: 30789 },
                { name: 'tcp-msgr2', port: 3300, targetPort: 3300, protocol: 'TCP', nodePort: 30300 },
              ],
            },
          },
        ),
        boundClaim(make, { name: 'rook-ceph-mon-ext-a', namespace: 'ceph-arbiter', age }, '10Gi', 'local-path'),
      ],
    },
  ]
}

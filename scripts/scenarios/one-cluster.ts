// SPDX-License-Identifier: Apache-2.0
// CobaltCore as released: one cluster with the management and the control-plane role.
import { baseNamespaces, deployment, namespace, node, statefulSet } from './core.ts'
import { objectsOf, type Section } from './kube.ts'
import { namespacesOf, operators, RELEASED_OPERATORS } from './management/operators.ts'
import { clusterIssuer } from './management/platform.ts'
import { releasedControlPlane } from './released/fleet.ts'

export function oneCluster(): Record<string, Section[]> {
  const make = objectsOf('one-cluster/management')
  const age = '18d'
  const namespaces = [...namespacesOf(RELEASED_OPERATORS), 'c5c3-clusters', 'openstack', 'shared-services']
  return {
    management: [
      {
        title: 'the cluster itself',
        objects: [
          ...baseNamespaces(make, age),
          ...namespaces.map((n) => namespace(make, n, age)),
          node(make, 'cobaltcore-control-plane', age, {
            ip: '172.18.0.2',
            labels: { 'node-role.kubernetes.io/control-plane': '' },
            providerID: 'kind://docker/cobaltcore/cobaltcore-control-plane',
            cpu: 16,
            memoryGi: 64,
            kubelet: 'v1.33.5',
            os: 'Debian GNU/Linux 12 (bookworm)',
            kernel: '6.12.48+deb13-amd64',
          }),
        ],
      },
      {
        title: 'operators and shared services',
        objects: [
          clusterIssuer(make, 'openbao-ca-issuer', age),
          ...operators(make, RELEASED_OPERATORS, age),
          deployment(
            make,
            { name: 'garage', namespace: 'shared-services', age },
            {
              image: 'docker.io/dxflrs/garage:v2.1.0',
              replicas: 1,
              labels: { 'app.kubernetes.io/name': 'garage' },
            },
          ),
          statefulSet(
            make,
            { name: 'openbao', namespace: 'shared-services', age },
            {
              image: 'quay.io/openbao/openbao:2.4.1',
              replicas: 1,
              labels: { 'app.kubernetes.io/name': 'openbao' },
            },
          ),
        ],
      },
      {
        title: 'the control plane',
        objects: releasedControlPlane({
          cluster: 'one-cluster/management',
          namespace: 'openstack',
          name: 'cobaltcore',
          region: 'RegionOne',
          release: '2025.2',
          age: '17d',
          replicas: 1,
        }),
      },
    ],
  }
}

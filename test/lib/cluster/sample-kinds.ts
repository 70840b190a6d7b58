// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../../src/lib/model/graph/kind.ts'
import type { Told } from './scripted-api.ts'

export const nodeKind: KindSpec = {
  group: '',
  kind: 'Node',
  plural: 'nodes',
  versions: ['v1'],
  namespaced: false,
  roles: ['hypervisor'],
  keep: ['spec.unschedulable', 'status.conditions'],
}

export const secretKind: KindSpec = {
  group: '',
  kind: 'Secret',
  plural: 'secrets',
  versions: ['v1'],
  namespaced: true,
  roles: ['management', 'control-plane', 'hypervisor', 'storage'],
  keep: ['type', 'data', 'stringData'],
}

export const cephKind: KindSpec = {
  group: 'ceph.rook.io',
  kind: 'CephCluster',
  plural: 'cephclusters',
  versions: ['v1'],
  namespaced: true,
  roles: ['storage'],
  keep: ['spec', 'status'],
}

export const objectKind: KindSpec = {
  group: 'kubernetes.crossplane.io',
  kind: 'Object',
  plural: 'objects',
  versions: ['v1alpha2', 'v1alpha1'],
  namespaced: false,
  roles: ['management'],
  keep: ['spec.forProvider.manifest', 'status.atProvider.manifest', 'status.conditions'],
}

export const CEPH = '/apis/ceph.rook.io/v1/cephclusters'

export function cephs(names: readonly string[], metadata: Record<string, unknown> = { resourceVersion: '100' }): Told {
  return {
    body: JSON.stringify({
      kind: 'CephClusterList',
      apiVersion: 'ceph.rook.io/v1',
      metadata,
      items: names.map((name) => ceph(name)),
    }),
  }
}

export const ceph = (name: string, resourceVersion = '90') => ({
  apiVersion: 'ceph.rook.io/v1',
  kind: 'CephCluster',
  metadata: { name, namespace: 'rook-ceph', uid: `uid-${name}`, resourceVersion },
  spec: { mon: { count: 3 } },
  status: { phase: 'Ready' },
})

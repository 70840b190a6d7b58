// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { textAt } from '../../model/object/fields.ts'
import { inNamespace } from '../../model/object/reference.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { ROOK } from '../rook/health-and-links.ts'
import { arbiterHealth } from './remote-cluster.ts'

export const remoteArbiter: KindSpec = {
  group: 'ceph.cobaltcore.sap.com',
  kind: 'RemoteArbiter',
  plural: 'remotearbiters',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['storage'],
  keep: [
    'spec.cephCluster',
    'spec.remoteCluster.name',
    'spec.monIdPrefix',
    'status.state',
    'status.message',
    'status.monId',
    'status.conditions',
  ],
  links: (object) => [...cephLink(object), ...clusterLink(object), ...monitorLink(object)],
  health: arbiterHealth,
}

/** A degraded Ceph cluster is only a note: the arbiter is needed precisely then. */
function cephLink(object: KubeObject): Link[] {
  const [path, name] = ['spec.cephCluster.name', textAt(object, 'spec.cephCluster.name')]
  const namespace = textAt(object, 'spec.cephCluster.namespace') ?? object.metadata.namespace
  const to = { where: 'here', group: ROOK, kind: 'CephCluster', ...inNamespace(namespace) } as const
  return name ? [{ rel: 'depends-on', to: { ...to, name }, path, weak: 'degraded' }] : []
}

function clusterLink(object: KubeObject): Link[] {
  const [path, name] = ['spec.remoteCluster.name', textAt(object, 'spec.remoteCluster.name')]
  const group = ['ceph.cobaltcore.sap.com', 'ceph.c5c3.io']
  const to = { where: 'here', group, kind: 'RemoteCluster', ...inNamespace(object.metadata.namespace) } as const
  return name ? [{ rel: 'depends-on', to: { ...to, name }, path }] : []
}

/** Its monitor runs in an arbiter cluster with Rook's monitor labels. */
function monitorLink(object: KubeObject): Link[] {
  const id = textAt(object, 'status.monId')
  if (!id) return []
  const labels = { app: 'rook-ceph-mon', mon: id }
  const to = { where: { role: 'arbiter' }, group: 'apps', kind: 'Deployment', labels } as const
  return [{ rel: 'creates', to, path: 'status.monId', optional: true }]
}

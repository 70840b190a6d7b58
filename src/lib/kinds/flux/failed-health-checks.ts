// SPDX-License-Identifier: Apache-2.0
import type { Link } from '../../model/graph/link.ts'
import { conditionSaying } from '../../model/object/conditions.ts'
import { inNamespace } from '../../model/object/reference.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { groupOfKind } from '../openstack/service.ts'
import { applyTarget } from './health-and-links.ts'

/** Groups of kinds that are no part of OpenStack: the message names only the kind. */
const GROUPS: Readonly<Record<string, string>> = {
  Deployment: 'apps',
  StatefulSet: 'apps',
  DaemonSet: 'apps',
  Job: 'batch',
  HelmRelease: 'helm.toolkit.fluxcd.io',
  Kustomization: 'kustomize.toolkit.fluxcd.io',
  CephCluster: 'ceph.rook.io',
  PersistentVolumeClaim: '',
}

/** timeout waiting for: [Deployment/cinder-system/cinder-operator status: 'InProgress'] */
const FAILED = /\b([A-Z][A-Za-z]{2,40})\/([a-z0-9-]{1,63})\/([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?) status: '/g

/** The objects that a failed health check names, in the cluster it applies to. */
export function failedHealthChecks(object: KubeObject): readonly Link[] {
  const ready = conditionSaying(object, 'Ready', 'False')
  if (ready?.reason !== 'HealthCheckFailed' && ready?.reason !== 'ProgressingWithRetry') return []
  return [...ready.message.matchAll(FAILED)].flatMap(([, kind = '', namespace, name]): Link[] => {
    if (!name) return []
    const group = GROUPS[kind] ?? groupOfKind(kind)
    const to = { where: applyTarget(object), group, kind, name, ...inNamespace(namespace) }
    return [{ rel: 'depends-on', to, path: 'status.conditions[Ready].message', named: true, optional: true }]
  })
}

// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { Link, LinkTarget, Ref } from '../../model/graph/link.ts'
import {
  type Condition,
  conditionsOf,
  deleting,
  fromCondition,
  isUnobserved,
  unobserved,
} from '../../model/object/conditions.ts'
import { fieldAt, flagAt, listAt, textAt } from '../../model/object/fields.ts'
import { inNamespace } from '../../model/object/reference.ts'
import type { KubeObject } from '../../model/object/resource.ts'

/** Health of an object that Flux reconciles, unless it is suspended: one that never ran has no conditions at all. */
export function fluxHealth(object: KubeObject): Health {
  return flagAt(object, 'spec.suspend') === true ? suspended() : reconciledHealth(object)
}

/** Uses the conditions' generation: status.observedGeneration is that of the last success, and -1 before it. */
export function reconciledHealth(object: KubeObject): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  const conditions = conditionsOf(object)
  const [ready, stalled] = [conditions.get('Ready'), conditions.get('Stalled')]
  if (stalled?.status === 'True') return { ...fromCondition(stalled, 'Stalled'), state: 'failed' }
  if (ready?.status === 'True' && isUnobserved(object)) return unobserved(object)
  const health = fromCondition(ready, 'Ready')
  return isInProgress(ready, conditions.get('Reconciling')) ? { ...health, state: 'progressing' } : health
}

const suspended = (): Health => ({
  state: 'suspended',
  reason: 'Suspended',
  message: 'it does not follow its source',
  evidence: [{ path: 'spec.suspend', value: 'true' }],
})

/** Blocked by a dependency, or reconciling for the first time. A retry after a failure is still a failure. */
function isInProgress(ready: Condition | undefined, reconciling: Condition | undefined): boolean {
  if (ready?.stale) return false
  if (ready?.status === 'False') return ready.reason === 'DependencyNotReady'
  return ready?.status !== 'True' && reconciling?.status === 'True'
}

const GROUP = 'source.toolkit.fluxcd.io'

/** A suspended object does not follow its source and dependencies: their failure does not reach it. */
const whileSuspended = (object: KubeObject): Pick<Link, 'weak'> =>
  flagAt(object, 'spec.suspend') === true ? { weak: 'none' } : {}

/** The source that the reference at this path names; in the object's own namespace by default. */
export function sourceLink(object: KubeObject, path: string): readonly Link[] {
  const reference = fieldAt(object, path)
  const [kind, name] = [textAt(reference, 'kind'), textAt(reference, 'name')]
  if (!kind || !name) return []
  const namespace = textAt(reference, 'namespace') ?? object.metadata.namespace
  const to = { where: 'here', group: GROUP, kind, name, ...inNamespace(namespace) } as const
  return [{ rel: 'depends-on', to, path: `${path}.name`, ...whileSuspended(object) }]
}

/** Dependencies to apply first, always of the same kind. */
export function dependencyLinks(object: KubeObject, group: string): readonly Link[] {
  return listAt(object, 'spec.dependsOn').flatMap((value, i): Link[] => {
    const name = textAt(value, 'name')
    const namespace = textAt(value, 'namespace') ?? object.metadata.namespace
    const to = { where: 'here', group, kind: object.kind, ...inNamespace(namespace) } as const
    return name
      ? [{ rel: 'depends-on', to: { ...to, name }, path: `spec.dependsOn[${i}].name`, ...whileSuspended(object) }]
      : []
  })
}

export function secretLink(object: KubeObject, path: string): readonly Link[] {
  const name = textAt(object, path)
  const to = { where: 'here', group: '', kind: 'Secret', ...inNamespace(object.metadata.namespace) } as const
  return name ? [{ rel: 'consumes', to: { ...to, name }, path }] : []
}

/** Applied objects by inventory (NAMESPACE_NAME_GROUP_KIND). Their state does not propagate, see spec.healthChecks. */
export function appliedLinks(object: KubeObject, where = applyTarget(object)): readonly Link[] {
  return listAt(object, 'status.inventory.entries').flatMap(({ id }, i): Link[] => {
    const applied = typeof id === 'string' ? inventoryEntry(id) : undefined
    const path = `status.inventory.entries[${i}].id`
    return applied ? [{ rel: 'creates', to: { where, ...applied }, path, optional: true, weak: 'none' }] : []
  })
}

/** RBAC names may contain colons, encoded as two underscores; no other name contains either. */
const ENTRY = /^([^_]*)_(.+)_([^_]*)_([^_]+)$/

function inventoryEntry(id: string): Omit<Ref, 'where'> | undefined {
  const [, namespace, name, group, kind] = ENTRY.exec(id) ?? []
  if (!name || group === undefined || !kind) return undefined
  return { group, kind, name: name.replaceAll('__', ':'), ...inNamespace(namespace || undefined) }
}

/** Kinds that charts install and this tool reads anyway. */
const RELEASED: readonly Pick<Ref, 'group' | 'kind'>[] = [
  { group: 'apps', kind: 'Deployment' },
  { group: 'apps', kind: 'StatefulSet' },
  { group: 'apps', kind: 'DaemonSet' },
  { group: 'c5c3.io', kind: 'ControlPlane' },
  { group: 'ceph.rook.io', kind: 'CephCluster' },
]

/**
 * Objects of a Helm release: by its inventory, which helm-controller writes since 1.5, else by label.
 * @see https://github.com/fluxcd/helm-controller/blob/0f61a86/api/v2/helmrelease_types.go#L1328-L1331
 */
export function releasedLinks(object: KubeObject): readonly Link[] {
  if (listAt(object, 'status.inventory.entries').length > 0) return appliedLinks(object)
  const { namespace = '', name } = object.metadata
  const labels = { 'helm.toolkit.fluxcd.io/name': name, 'helm.toolkit.fluxcd.io/namespace': namespace }
  const to = { where: applyTarget(object), namespace: textAt(object, 'spec.targetNamespace') ?? namespace, labels }
  const path = 'metadata.labels[helm.toolkit.fluxcd.io/name]'
  return RELEASED.map((kind) => ({ rel: 'creates', to: { ...to, ...kind }, path, optional: true, weak: 'none' }))
}

/**
 * The cluster an object applies to: its own, the one of its kubeconfig Secret, or with workload identity the one that a
 * ConfigMap names.
 * @see https://github.com/fluxcd/helm-controller/blob/0f61a86/api/v2/helmrelease_types.go
 */
export function applyTarget(object: KubeObject): LinkTarget {
  const secret = textAt(object, 'spec.kubeConfig.secretRef.name')
  const configMap = textAt(object, 'spec.kubeConfig.configMapRef.name')
  const { namespace } = object.metadata
  if (secret && namespace) return { fluxSecret: { namespace, name: secret } }
  return configMap && namespace ? { fluxConfigMap: { namespace, name: configMap } } : 'here'
}

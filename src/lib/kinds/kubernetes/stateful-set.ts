// SPDX-License-Identifier: Apache-2.0
import type { V1PersistentVolumeClaim, V1PodTemplateSpec, V1StatefulSet } from '@kubernetes/client-node'
import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { replicasHealth } from '../../model/object/conditions.ts'
import { countAt, entriesAt, listAt, textAt } from '../../model/object/fields.ts'
import type { TypedFieldPath } from '../../model/object/kubernetes-json.ts'
import { inNamespace } from '../../model/object/reference.ts'
import type { KubeObject } from '../../model/object/resource.ts'

export const statefulSet: KindSpec = {
  group: 'apps',
  kind: 'StatefulSet',
  plural: 'statefulsets',
  versions: ['v1'],
  namespaced: true,
  roles: ['management', 'control-plane', 'hypervisor', 'storage', 'arbiter'],
  keep: [
    'spec.replicas',
    'spec.selector.matchLabels',
    'spec.updateStrategy.type',
    'spec.template.spec.containers.name',
    'spec.template.spec.containers.image',
    'spec.volumeClaimTemplates.metadata.name',
    'status.observedGeneration',
    'status.replicas',
    'status.readyReplicas',
    'status.updatedReplicas',
    'status.currentRevision',
    'status.updateRevision',
  ] satisfies readonly (
    | TypedFieldPath<V1StatefulSet>
    | `spec.template.${TypedFieldPath<V1PodTemplateSpec>}`
    | `spec.volumeClaimTemplates.${TypedFieldPath<V1PersistentVolumeClaim>}`
  )[],
  links: volumeLinks,
  health,
}

/** Its volumes carry the labels of its Pod selector. */
function volumeLinks(object: KubeObject): readonly Link[] {
  const selector = entriesAt(object, 'spec.selector.matchLabels').filter(
    (e): e is [string, string] => typeof e[1] === 'string',
  )
  if (selector.length === 0 || listAt(object, 'spec.volumeClaimTemplates').length === 0) return []
  const to = { where: 'here', group: '', kind: 'PersistentVolumeClaim', labels: Object.fromEntries(selector) } as const
  return [
    {
      rel: 'owns',
      to: { ...to, ...inNamespace(object.metadata.namespace) },
      path: 'spec.selector.matchLabels',
      optional: true,
    },
  ]
}

function health(object: KubeObject): Health {
  const desired = countAt(object, 'spec.replicas')
  const health = replicasHealth(object, desired, countAt(object, 'status.readyReplicas'), 'status.readyReplicas')
  const [current, update] = [textAt(object, 'status.currentRevision'), textAt(object, 'status.updateRevision')]
  const isRolling = update !== undefined && current !== undefined && current !== update
  // With OnDelete the old revision stays until its Pods are deleted manually: no rollout is in progress.
  if (!isRolling || textAt(object, 'spec.updateStrategy.type') === 'OnDelete') return health
  return health.reason === 'AllReady' || health.reason === 'NotAllReady'
    ? { ...health, state: 'progressing', reason: 'RollingOut' }
    : health
}

// SPDX-License-Identifier: Apache-2.0
import type { V1Pod, V1Volume } from '@kubernetes/client-node'
import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { conditionsOf, deleting, fromCondition } from '../../model/object/conditions.ts'
import { listAt, textAt } from '../../model/object/fields.ts'
import type { TypedFieldPath } from '../../model/object/kubernetes-json.ts'
import { inNamespace } from '../../model/object/reference.ts'
import type { KubeObject } from '../../model/object/resource.ts'

export const pod: KindSpec = {
  group: '',
  kind: 'Pod',
  plural: 'pods',
  versions: ['v1'],
  namespaced: true,
  roles: ['management', 'control-plane', 'hypervisor', 'storage', 'arbiter'],
  onDemand: true,
  ofWorkloads: true,
  keep: [
    'spec.nodeName',
    'spec.volumes.persistentVolumeClaim.claimName',
    'spec.containers.name',
    'spec.containers.image',
    'spec.initContainers.name',
    'spec.initContainers.image',
    'status.phase',
    'status.reason',
    'status.message',
    'status.startTime',
    'status.conditions',
    'status.initContainerStatuses.name',
    'status.initContainerStatuses.state',
    'status.initContainerStatuses.lastState',
    'status.initContainerStatuses.restartCount',
    'status.containerStatuses.name',
    'status.containerStatuses.ready',
    'status.containerStatuses.restartCount',
    'status.containerStatuses.state',
    'status.containerStatuses.lastState',
    'status.containerStatuses.image',
  ] satisfies readonly (TypedFieldPath<V1Pod> | `spec.volumes.${TypedFieldPath<V1Volume>}`)[],
  links: (object) => [...nodeLink(object), ...volumeLinks(object)],
  health,
}

/** A node depends on the agents that run on it; any other Pod depends on its node. */
export function nodeLink(object: KubeObject): Link[] {
  const name = textAt(object, 'spec.nodeName')
  if (!name) return []
  const isAgent = object.metadata.ownerReferences?.some(({ kind }) => kind === 'DaemonSet') === true
  const to = { where: 'here', group: '', kind: 'Node', name } as const
  // Nodes are not read in every cluster, and a Pod does not outlive its node for long.
  return [{ rel: 'depends-on', to, path: 'spec.nodeName', optional: true, ...(isAgent ? { reverse: true } : {}) }]
}

export function volumeLinks(object: KubeObject): Link[] {
  const to = {
    where: 'here',
    group: '',
    kind: 'PersistentVolumeClaim',
    ...inNamespace(object.metadata.namespace),
  } as const
  return listAt(object, 'spec.volumes').flatMap((volume, i): Link[] => {
    const name = textAt(volume, 'persistentVolumeClaim.claimName')
    const path = `spec.volumes[${i}].persistentVolumeClaim.claimName`
    return name ? [{ rel: 'consumes', to: { ...to, name }, path }] : []
  })
}

export const isReadyPod = (object: KubeObject): boolean =>
  !object.metadata.deletionTimestamp &&
  textAt(object, 'status.phase') === 'Running' &&
  conditionsOf(object).get('Ready')?.status === 'True'

/** Reasons of a waiting container that will not start by itself. */
const CANNOT_START = /BackOff$|^ErrImage|^Create.*Error$|^InvalidImageName$|^RunContainerError$/

function health(object: KubeObject): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  const phase = textAt(object, 'status.phase')
  const evidence = [{ path: 'status.phase', value: phase ?? '' }]
  const message = textAt(object, 'status.message')
  const details = { reason: textAt(object, 'status.reason') ?? phase ?? 'NotObserved', ...(message ? { message } : {}) }
  if (phase === 'Succeeded') return { ...details, state: 'healthy', evidence }
  if (phase === 'Failed') return { ...details, state: 'failed', evidence }
  if (phase !== 'Pending' && phase !== 'Running') return { ...details, state: 'unknown', evidence }
  const ready = fromCondition(conditionsOf(object).get('Ready'), 'Ready')
  if (phase === 'Running' && ready.state === 'healthy') return ready
  return startFailure(object) ?? { ...ready, state: phase === 'Running' ? 'degraded' : 'progressing' }
}

function startFailure(object: KubeObject): Health | undefined {
  for (const list of ['status.initContainerStatuses', 'status.containerStatuses']) {
    for (const container of listAt(object, list)) {
      const reason = textAt(container, 'state.waiting.reason')
      if (!reason || !CANNOT_START.test(reason)) continue
      const [name = '', message] = [textAt(container, 'name'), textAt(container, 'state.waiting.message')]
      const evidence = [{ path: `${list}[${name}].state.waiting.reason`, value: reason }]
      return { state: 'failed', reason, ...(message ? { message } : {}), evidence }
    }
  }
  return undefined
}

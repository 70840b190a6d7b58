// SPDX-License-Identifier: Apache-2.0
import { event } from '../../kinds/kubernetes/event.ts'
import { pod } from '../../kinds/kubernetes/pod.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import { existsHealth } from '../../model/object/conditions.ts'

/** The Events of one type, or of all. */
export function eventKind(type?: string): KindSpec {
  const { fieldSelector: _, ...all } = event
  return type === undefined ? all : { ...all, fieldSelector: `type=${type}` }
}

/** Between a Deployment and its Pods; not assessed, as its Deployment reports the same. */
export const REPLICA_SET: KindSpec = {
  group: 'apps',
  kind: 'ReplicaSet',
  plural: 'replicasets',
  versions: ['v1'],
  namespaced: true,
  roles: pod.roles,
  keep: [],
  health: existsHealth,
}

/** Read beside the graph, so that the assessment of an object is the same as in other commands. */
export const WORKLOAD_KINDS: readonly KindSpec[] = [REPLICA_SET, pod]

// SPDX-License-Identifier: Apache-2.0
import { isReadyPod } from '../kinds/kubernetes/pod.ts'
import { countAt, textAt } from '../model/object/fields.ts'
import type { KubeObject, Resource } from '../model/object/resource.ts'

/**
 * The ReplicaSets and Pods that can explain why their workload has too few ready Pods: no old revisions, no Pods that
 * are ready or finished, and no failed Pod that was replaced by one that does not start either.
 */
export function explainingPods(owned: readonly Resource[]): readonly Resource[] {
  const pods = owned.filter(({ object }) => object.kind === 'Pod' && isExplaining(object))
  const byOwner = Map.groupBy(pods, (pod) => `${pod.cluster.uid} ${ownerOf(pod.object)}`)
  const kept = [...byOwner.values()].flatMap((siblings) => {
    const current = siblings.filter(({ object }) => !hasEnded(object))
    return (current.length > 0 ? current : siblings).sort(newestFirst).slice(0, MOST_SIBLINGS)
  })
  const sets = owned.filter(({ object }) => object.kind === 'ReplicaSet' && countAt(object, 'spec.replicas') !== 0)
  return [...sets, ...kept]
}

/** A few Pods of one owner are enough: they fail alike. */
const MOST_SIBLINGS = 5

/** A finished Pod of a Job is a try that its Job counts: the Job reports the failure. */
const isExplaining = (pod: KubeObject) =>
  !isReadyPod(pod) && textAt(pod, 'status.phase') !== 'Succeeded' && !(hasEnded(pod) && ownerKind(pod) === 'Job')

const hasEnded = (pod: KubeObject) => textAt(pod, 'status.phase') === 'Failed'

const controllerOf = ({ metadata: { ownerReferences } }: KubeObject) =>
  Array.isArray(ownerReferences) ? ownerReferences[0] : undefined

const ownerKind = (pod: KubeObject) => controllerOf(pod)?.kind

const ownerOf = (pod: KubeObject) => controllerOf(pod)?.uid ?? ''

const newestFirst = (a: Resource, b: Resource) => createdAt(b) - createdAt(a) || (nameOf(a) < nameOf(b) ? -1 : 1)

const createdAt = ({ object }: Resource) => Date.parse(object.metadata.creationTimestamp ?? '') || 0

const nameOf = ({ object }: Resource) => object.metadata.name

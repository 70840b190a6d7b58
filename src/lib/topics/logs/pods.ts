// SPDX-License-Identifier: Apache-2.0
import { toFailure } from '../../cluster/failure.ts'
import type { ListOptions } from '../../cluster/types.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { type KindSpec, kindName } from '../../model/graph/kind.ts'
import { describeFailure } from '../../model/landscape/describe-failure.ts'
import type { Failure } from '../../model/landscape/fault.ts'
import type { Gap } from '../../model/landscape/gap.ts'
import { conditionsOf } from '../../model/object/conditions.ts'
import { textAt } from '../../model/object/fields.ts'
import { chosenContainers, type PodContainer } from '../../model/object/pod-containers.ts'
import type { KubeObject, Resource } from '../../model/object/resource.ts'
import { ownedPods } from '../../reports/shared/owned-pods.ts'
import type { LogTarget, LogWhere } from './target.ts'

/** A container whose log is requested. */
export interface LogContainer {
  readonly where: LogWhere
  readonly pod: KubeObject
  readonly container: PodContainer
  /** cluster/pod, and the container where several of the Pod are requested. */
  readonly prefix: string
}

export interface Chosen {
  readonly container?: string | undefined
  readonly previous: boolean
}

/** With a node, only the Pods on it. */
export function listOptions({ namespace, node }: LogWhere, kind: KindSpec, signal: AbortSignal): ListOptions {
  const onNode = node !== undefined && kind.kind === 'Pod' ? { fieldSelector: `spec.nodeName=${node}` } : {}
  return { signal, ...onNode, ...(namespace === undefined ? {} : { namespace }) }
}

/** Reads the current Pods and their owners. Never throws: failures become gaps. */
export async function readPods(
  { places }: LogTarget,
  signal: AbortSignal,
): Promise<{ readonly resources: readonly Resource[]; readonly gaps: readonly Gap[] }> {
  const gaps: Gap[] = []
  const parts = await Promise.all(
    places.flatMap((place) =>
      place.kinds.map(async (kind): Promise<readonly Resource[]> => {
        try {
          const { items, failures } = await place.client.list(kind, listOptions(place, kind, signal))
          gaps.push(...failures.map((failure) => podGap(place, kind, failure)))
          return items.map((object) => ({ cluster: place.seen.cluster, object }))
        } catch (error) {
          signal.throwIfAborted()
          gaps.push(podGap(place, kind, toFailure(error)))
          return []
        }
      }),
    ),
  )
  return { resources: parts.flat(), gaps }
}

export const podGap = ({ seen, namespace }: LogWhere, kind: KindSpec, failure: Failure): Gap => ({
  cluster: seen.label,
  kind: kindName(kind),
  ...(namespace === undefined ? {} : { namespace }),
  fault: failure.fault,
  message: describeFailure(failure),
})

/** The Pods of the object, oldest first. */
export function podsOf({ owners }: LogTarget, resources: readonly Resource[]): readonly Resource[] {
  const own = new Set(owners.map((node) => keyOf(node)))
  const ownResources = resources.filter(({ cluster, object }) => own.has(`${cluster.uid} ${object.metadata.uid}`))
  return [...new Set([...ownResources, ...ownedPods(owners, resources)])]
    .filter(({ object }) => object.kind === 'Pod')
    .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
}

/** Without the Pods of completed Jobs, unless such a Pod or Job was named or nothing else is left. */
export function withoutFinished({ subject }: LogTarget, pods: readonly Resource[]): readonly Resource[] {
  if (NAMED.has(subject.kind)) return pods
  const others = pods.filter(({ object }) => textAt(object, 'status.phase') !== 'Succeeded')
  return others.length > 0 ? others : pods
}

const NAMED: ReadonlySet<string> = new Set(['Pod', 'Job', 'CronJob', 'Tempest'])

/** A Pod that failed or is not ready. */
export function isFailingPod({ pod }: Pick<LogContainer, 'pod'>): boolean {
  const phase = textAt(pod, 'status.phase')
  if (phase === 'Succeeded') return false
  return phase === 'Failed' || conditionsOf(pod).get('Ready')?.status === 'False'
}

const keyOf = ({ cluster, object }: GraphNode) => `${cluster.cluster.uid} ${object?.metadata.uid}`

const sortKey = ({ cluster, object: { metadata } }: Resource) =>
  `${metadata.creationTimestamp} ${cluster.uid} ${metadata.namespace}/${metadata.name}`

export function containersIn(target: LogTarget, pods: readonly Resource[], chosen: Chosen): readonly LogContainer[] {
  return pods.flatMap(({ cluster, object: pod }) => {
    const where = target.places.find(({ seen }) => seen.cluster.uid === cluster.uid)
    if (!where) return []
    const all = chosenContainers(pod, chosen)
    const podPrefix = `${where.seen.label}/${pod.metadata.name}`
    return all.map((container) => {
      const prefix = all.length > 1 ? `${podPrefix}/${container.name}` : podPrefix
      return { where, pod, container, prefix }
    })
  })
}

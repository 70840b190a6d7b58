// SPDX-License-Identifier: Apache-2.0
import { CONTROLLERS, type ControllerSpec } from '../landscape/controllers.ts'
import { repositoryOf } from '../landscape/operators.ts'
import { conditionNamed } from '../object/conditions.ts'
import { countAt, fieldAt, labelAt, labelIn, listAt, textAt } from '../object/fields.ts'
import type { GraphNode, NodeId } from './graph.ts'

/** A controller without a ready replica, and the objects of its cluster that nothing reconciles. */
export interface StoppedController {
  readonly workload: GraphNode
  readonly isScaledToZero: boolean
  /** When it stopped, RFC 3339, if the workload shows it. */
  readonly since?: string
  readonly objects: readonly GraphNode[]
}

/** Short enough to report a crash loop, long enough for a restart or a rollout. */
const GRACE_MINUTES = 5

interface Objects {
  /** Live and cached objects of a kind (Kind.group). */
  of(kindName: string): readonly GraphNode[]
  readonly now: number
}

/**
 * Controllers that do not run although there are objects to reconcile. A controller without any workload may run
 * elsewhere and is not reported. Linear: almost every workload has a ready replica and is skipped.
 */
export function stoppedControllers({ of, now }: Objects): readonly StoppedController[] {
  const workloads = CONTROLLER_WORKLOADS.flatMap((kind) => of(kind)).filter(({ source }) => source === 'live')
  const stopped = new Map<NodeId, { readonly workload: GraphNode; readonly objects: Set<GraphNode> }>()
  for (const workload of workloads.filter((one) => !isRunning(one) && !isRecent(one, now)))
    for (const controller of CONTROLLERS) {
      if (!runs(workload, controller) || workloads.some((one) => isReplacement(one, workload, controller))) continue
      const objects = objectsOf(of, workload, controller)
      if (objects.length === 0) continue
      const known = stopped.get(workload.id) ?? { workload, objects: new Set() }
      for (const object of objects) known.objects.add(object)
      stopped.set(workload.id, known)
    }
  return [...stopped.values()].map(({ workload, objects }) => {
    const since = stoppedSince(workload)
    return {
      workload,
      isScaledToZero: desiredReplicas(workload) === 0,
      ...(since ? { since } : {}),
      objects: [...objects],
    }
  })
}

export const CONTROLLER_WORKLOADS: readonly string[] = ['Deployment.apps', 'StatefulSet.apps']

/** The API server sets 1 where a manifest has no number. */
const desiredReplicas = ({ object }: GraphNode): number => countAt(object, 'spec.replicas') ?? 1

const isRunning = (workload: GraphNode): boolean =>
  desiredReplicas(workload) > 0 && (countAt(workload.object, 'status.readyReplicas') ?? 0) > 0

/** Another workload of the same controller runs, or should run: then this one is a leftover. */
const isReplacement = (one: GraphNode, stopped: GraphNode, controller: ControllerSpec): boolean =>
  one.cluster.label === stopped.cluster.label &&
  (isRunning(one) || desiredReplicas(one) > desiredReplicas(stopped)) &&
  runs(one, controller) &&
  (controller.label === undefined || packageOf(one, controller.label) === packageOf(stopped, controller.label))

const isRecent = (workload: GraphNode, now: number): boolean =>
  [stoppedSince(workload), workload.object?.metadata.creationTimestamp].some(
    (time) => now - Date.parse(time ?? '') < GRACE_MINUTES * 60_000,
  )

/** Scaling to zero changes no condition: the time of the last write to the spec is the best evidence. */
function stoppedSince(workload: GraphNode): string | undefined {
  const { object } = workload
  if (!object) return undefined
  if (desiredReplicas(workload) === 0) return object.metadata.changed
  const available = conditionNamed(object, 'Available')
  return available?.status === 'False' ? available.since : undefined
}

/** Webhooks and other helpers share the image of a controller, and some its labels. */
const HELPERS = /(webhook|cert-controller|cainjector|rbac-manager|toolbox|tools|metrics)$/

function runs(workload: GraphNode, { words, label }: ControllerSpec): boolean {
  if (label !== undefined) return packageOf(workload, label) !== undefined
  return !HELPERS.test(workload.name) && workloadNames(workload).some((name) => words.test(name))
}

/** Name, labels and images: installers change some of them, rarely all. */
function workloadNames({ name, object }: GraphNode): readonly string[] {
  const labels = ['app.kubernetes.io/name', 'app'].flatMap((key) => labelAt(object, key) ?? [])
  const images = listAt(object, 'spec.template.spec.containers').map((one) => repositoryOf(textAt(one, 'image') ?? ''))
  return [name, ...labels, ...images]
}

/** Crossplane sets the label on the Pods of a package, and so in the selector. */
const packageOf = ({ object }: GraphNode, label: string): string | undefined =>
  labelAt(object, label) ?? labelIn(fieldAt(object, 'spec.selector.matchLabels'), label)

function objectsOf(of: Objects['of'], workload: GraphNode, { kinds, label }: ControllerSpec): readonly GraphNode[] {
  const name = label === undefined ? undefined : packageOf(workload, label)
  return kinds
    .flatMap((kind) => of(kind))
    .filter(
      (one) =>
        one.source === 'live' &&
        one.cluster.label === workload.cluster.label &&
        (label === undefined || one.name === name),
    )
}

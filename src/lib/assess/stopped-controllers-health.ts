// SPDX-License-Identifier: Apache-2.0
import type { Graph, NodeId } from '../model/graph/graph.ts'
import { type Health, severity } from '../model/graph/health.ts'
import { type StoppedController, stoppedControllers } from '../model/graph/stopped-controllers.ts'

/**
 * Changes the own health of stopped controllers and of their objects: the controller is failed, and good news of its
 * objects is unknown, because nothing updates their status. A failure they report stays, and so does what is intended.
 */
export function withStoppedControllers(graph: Pick<Graph, 'of'>, now: number, healths: Map<NodeId, Health>): void {
  for (const stopped of stoppedControllers({ of: (kind) => graph.of(kind), now })) {
    healths.set(stopped.workload.id, controllerHealth(stopped, healths.get(stopped.workload.id)))
    for (const { id } of stopped.objects) {
      const health = healths.get(id)
      if (health && UNPROVEN.has(health.state) && health.reason !== 'Malformed')
        healths.set(id, objectHealth(stopped, health))
    }
  }
}

const UNPROVEN: ReadonlySet<Health['state']> = new Set(['healthy', 'progressing', 'unknown'])

function controllerHealth({ isScaledToZero, objects, since }: StoppedController, before: Health | undefined): Health {
  if (before && severity(before.state) >= severity('failed')) return before
  const evidence = isScaledToZero
    ? [{ path: 'spec.replicas', value: '0' }]
    : (before?.evidence ?? [{ path: 'status.readyReplicas', value: '0' }])
  return {
    state: 'failed',
    reason: isScaledToZero ? 'ScaledToZero' : (before?.reason ?? 'NotAllReady'),
    message: `${isScaledToZero ? 'scaled to 0 replicas' : 'no replica is ready'}, with ${objects.length} ${objects.length === 1 ? 'object' : 'objects'} to reconcile`,
    evidence,
    ...(since ? { since } : {}),
  }
}

function objectHealth({ workload, since }: StoppedController, before: Health): Health {
  const { kind, namespace, name, cluster } = workload
  const reported = before.reason ? `${before.state} (${before.reason})` : before.state
  return {
    state: 'unknown',
    reason: 'ControllerNotRunning',
    message: `its controller ${kind} ${namespace}/${name} @${cluster.label} is not running; status may be stale`,
    evidence: before.evidence ?? [],
    ...(since ? { since } : {}),
    notes: [...(before.notes ?? []), `last reported ${reported}`],
  }
}

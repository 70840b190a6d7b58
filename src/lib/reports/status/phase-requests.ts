// SPDX-License-Identifier: Apache-2.0

import { normaliseControlPlane, requestedServices } from '../../kinds/c5c3-operator/spec.ts'
import { serviceKind } from '../../kinds/openstack/service.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { conditionPhase, type PhaseId, phaseOf } from '../../model/graph/phase.ts'
import { conditionsOf } from '../../model/object/conditions.ts'
import { flagAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import type { State } from '../../model/report/report.ts'

/** Phases the ControlPlane requests or, before it exists, the claim. */
export function requestedPhases(subject: GraphNode, plane: GraphNode | undefined): ReadonlySet<PhaseId> {
  if (plane?.object) return controlPlanePhases(plane.object)
  const hasCortex = flagAt(subject.object, 'spec.cortex.enabled') !== false
  return new Set<PhaseId>(['P', '1', '2', '3', '4', '5', ...(hasCortex ? (['6'] as const) : [])])
}

function controlPlanePhases(object: KubeObject): ReadonlySet<PhaseId> {
  const model = normaliseControlPlane(object)
  const services = requestedServices(model).flatMap((service) => servicePhase(service) ?? [])
  const hasInfrastructure = Object.values(model.infrastructure).some((backing) => !backing.external)
  return new Set<PhaseId>([
    ...services,
    ...(hasInfrastructure ? (['1'] as const) : []),
    ...(model.korc.enabled ? (['3'] as const) : []),
  ])
}

export function servicePhase(service: string): PhaseId | undefined {
  const { group, kind } = serviceKind(service)
  return phaseOf(group, `${kind}.${group}`)
}

/** Phases the ControlPlane reports as done; used when nothing else shows their state. */
export function donePhases(plane: GraphNode | undefined): ReadonlySet<PhaseId> {
  if (!plane?.object) return new Set()
  const reported = new Map<PhaseId, State[]>()
  const report = (phase: PhaseId | undefined, isDone: boolean) => {
    if (phase) reported.set(phase, [...(reported.get(phase) ?? []), isDone ? 'healthy' : 'progressing'])
  }
  for (const { type, status, stale } of conditionsOf(plane.object).values())
    report(conditionPhase(type), status === 'True' && !stale)
  for (const { name, enabled, status } of normaliseControlPlane(plane.object).services)
    if (enabled && status) report(servicePhase(name), status.ready ?? DONE_PHASES.has(status.word ?? ''))
  return new Set([...reported].flatMap(([phase, states]) => (states.includes('progressing') ? [] : [phase])))
}

const DONE_PHASES: ReadonlySet<string> = new Set(['Ready', 'Running', 'Available'])

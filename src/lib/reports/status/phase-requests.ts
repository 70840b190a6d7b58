// SPDX-License-Identifier: Apache-2.0

import { normaliseControlPlane, requestedServices } from '../../kinds/c5c3-operator/spec.ts'
import { serviceKind } from '../../kinds/openstack/service.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { conditionPhase, type PhaseId, phaseOf } from '../../model/graph/phase.ts'
import { conditionsOf } from '../../model/object/conditions.ts'
import { flagAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import type { State } from '../../model/report/report.ts'

/** The phases somebody asked for: by the ControlPlane, or as long as there is none by the claim. */
export function requestedPhases(subject: GraphNode, plane: GraphNode | undefined): ReadonlySet<PhaseId> {
  if (plane?.object) return ofControlPlane(plane.object)
  const cortex = flagAt(subject.object, 'spec.cortex.enabled') !== false
  return new Set<PhaseId>(['P', '1', '2', '3', '4', '5', ...(cortex ? (['6'] as const) : [])])
}

function ofControlPlane(object: KubeObject): ReadonlySet<PhaseId> {
  const model = normaliseControlPlane(object)
  const services = requestedServices(model).flatMap((service) => servicePhase(service) ?? [])
  const infrastructure = Object.values(model.infrastructure).some((backing) => !backing.external)
  return new Set<PhaseId>([
    ...services,
    ...(infrastructure ? (['1'] as const) : []),
    ...(model.korc.enabled ? (['3'] as const) : []),
  ])
}

/** The phase a service belongs to. */
export function servicePhase(service: string): PhaseId | undefined {
  const { group, kind } = serviceKind(service)
  return phaseOf(group, `${kind}.${group}`)
}

/** The phases a ControlPlane calls done, for those of which nothing else can be found. */
export function donePhases(plane: GraphNode | undefined): ReadonlySet<PhaseId> {
  if (!plane?.object) return new Set()
  const told = new Map<PhaseId, State[]>()
  const tell = (phase: PhaseId | undefined, isDone: boolean) => {
    if (phase) told.set(phase, [...(told.get(phase) ?? []), isDone ? 'healthy' : 'progressing'])
  }
  for (const { type, status, stale } of conditionsOf(plane.object).values())
    tell(conditionPhase(type), status === 'True' && !stale)
  for (const { name, enabled, status } of normaliseControlPlane(plane.object).services)
    if (enabled && status) tell(servicePhase(name), status.ready ?? DONE.has(status.word ?? ''))
  return new Set([...told].flatMap(([phase, states]) => (states.includes('progressing') ? [] : [phase])))
}

const DONE: ReadonlySet<string> = new Set(['Ready', 'Running', 'Available'])

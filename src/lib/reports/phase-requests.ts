// SPDX-License-Identifier: Apache-2.0
import { normaliseControlPlane, requestedServices } from '../model/control-plane.ts'
import { flagAt } from '../model/fields.ts'
import type { GraphNode } from '../model/graph.ts'
import { type PhaseId, phaseOf } from '../model/phase.ts'
import type { KubeObject } from '../model/resource.ts'
import { serviceKind } from '../model/service.ts'

/** The phases somebody asked for: by the ControlPlane, or as long as there is none by the claim. */
export function requestedPhases(subject: GraphNode, plane: GraphNode | undefined): ReadonlySet<PhaseId> {
  if (plane?.object) return ofControlPlane(plane.object)
  const cortex = flagAt(subject.object, 'spec.cortex.enabled') !== false
  return new Set<PhaseId>(['P', '1', '2', '3', '4', '5', ...(cortex ? (['6'] as const) : [])])
}

function ofControlPlane(object: KubeObject): ReadonlySet<PhaseId> {
  const model = normaliseControlPlane(object)
  const services = requestedServices(model).flatMap((service) => {
    const { group, kind } = serviceKind(service)
    return phaseOf(group, `${kind}.${group}`) ?? []
  })
  const infrastructure = Object.values(model.infrastructure).some((backing) => !backing.external)
  return new Set<PhaseId>([
    ...services,
    ...(infrastructure ? (['1'] as const) : []),
    ...(model.korc.enabled ? (['3'] as const) : []),
  ])
}

// SPDX-License-Identifier: Apache-2.0

import { isStatusCurrent } from '../../model/check/age.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { kindName } from '../../model/graph/kind.ts'
import { type Condition, conditionsOf } from '../../model/object/conditions.ts'
import { KNOWN_SERVICES, serviceKind } from './service.ts'

export const CONTROL_PLANE = 'ControlPlane.c5c3.io'

export const SERVICE_KINDS: readonly string[] = KNOWN_SERVICES.map((service) => kindName(serviceKind(service)))

/** False conditions for the current spec, of these types and with one of these reasons. */
export function refusals(node: GraphNode, types: RegExp, reasons: RegExp): readonly Condition[] {
  if (!node.object || !isStatusCurrent(node)) return []
  return [...conditionsOf(node.object).values()].filter(
    ({ type, status, reason, stale }) => status === 'False' && !stale && types.test(type) && reasons.test(reason),
  )
}

export const isConditionTrue = ({ object }: GraphNode, type: string): boolean =>
  object !== undefined && conditionsOf(object).get(type)?.status === 'True'

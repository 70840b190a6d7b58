// SPDX-License-Identifier: Apache-2.0
// Evidence for findings, phrased alike in all checks.

import type { GraphNode } from '../graph/graph.ts'
import { reportsHealth } from '../object/condition-polarity.ts'
import { type Condition, conditionNamed } from '../object/conditions.ts'
import { fieldAt } from '../object/fields.ts'
import type { FindingEvidence } from './check.ts'

/** A condition of an object; "absent" if it has none of that type. One that reports health does not date a problem. */
export function conditionProof(on: GraphNode, type: string): FindingEvidence {
  const condition = conditionOf(on, type)
  if (!condition) return { on, path: `status.conditions[${type}]`, value: 'absent' }
  const { status, reason, message, since } = condition
  const details = [reason, message].filter((text) => text !== '').join(': ')
  return {
    on,
    path: `status.conditions[${type}]`,
    value: details === '' ? status : `${status} (${details})`,
    ...(since && !reportsHealth(type, status) ? { since } : {}),
  }
}

/** A condition that shows health: without a date, as the problem did not start then. */
export function healthyEvidence(on: GraphNode, type: string): FindingEvidence {
  const { path, value } = conditionProof(on, type)
  return { on, path, value }
}

/** A field of an object, or "absent". Lists and maps are shown by their size. */
export function fieldProof(on: GraphNode, path: string): FindingEvidence {
  return { on, path, value: formatValue(fieldAt(on.object, path)) }
}

/** A related fact that did not start with the problem: without its date. */
export const withoutDate = ({ on, path, value }: FindingEvidence): FindingEvidence => ({ on, path, value })

export const missingEvidence = (on: GraphNode): FindingEvidence => ({
  on,
  path: 'metadata.name',
  value: on.source === 'unseen' ? 'could not be read' : 'does not exist',
})

export function conditionOf(node: GraphNode, type: string): Condition | undefined {
  return node.object ? conditionNamed(node.object, type) : undefined
}

function formatValue(value: unknown): string {
  if (value === undefined) return 'absent'
  if (Array.isArray(value)) return value.length === 1 ? '1 item' : `${value.length} items`
  if (typeof value === 'object' && value !== null) return `${Object.keys(value).length} keys`
  return String(value)
}

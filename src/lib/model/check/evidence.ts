// SPDX-License-Identifier: Apache-2.0
// Evidence for findings, in the words every check uses alike.

import type { GraphNode } from '../graph/graph.ts'
import { type Condition, conditionNamed } from '../object/conditions.ts'
import { fieldAt } from '../object/fields.ts'
import type { FindingEvidence } from './check.ts'

/** A condition of an object, or that it has none of that type. */
export function conditionProof(on: GraphNode, type: string): FindingEvidence {
  const condition = conditionOf(on, type)
  if (!condition) return { on, path: `status.conditions[${type}]`, value: 'absent' }
  const { status, reason, message, since } = condition
  const words = [reason, message].filter((text) => text !== '').join(': ')
  return {
    on,
    path: `status.conditions[${type}]`,
    value: words === '' ? status : `${status} (${words})`,
    ...(since ? { since } : {}),
  }
}

/** A condition that speaks for an object: since when it does is no part of the trouble. */
export function healthyEvidence(on: GraphNode, type: string): FindingEvidence {
  const { path, value } = conditionProof(on, type)
  return { on, path, value }
}

/** A field of an object, or that it is absent. Lists and maps are told by their size. */
export function fieldProof(on: GraphNode, path: string): FindingEvidence {
  return { on, path, value: shown(fieldAt(on.object, path)) }
}

/** A fact that goes with the fault and did not begin with it: told without its date. */
export const withoutDate = ({ on, path, value }: FindingEvidence): FindingEvidence => ({ on, path, value })

/** An object that something names and nobody has. */
export const missingEvidence = (on: GraphNode): FindingEvidence => ({
  on,
  path: 'metadata.name',
  value: on.source === 'unseen' ? 'could not be read' : 'does not exist',
})

export function conditionOf(node: GraphNode, type: string): Condition | undefined {
  return node.object ? conditionNamed(node.object, type) : undefined
}

function shown(value: unknown): string {
  if (value === undefined) return 'absent'
  if (Array.isArray(value)) return value.length === 1 ? '1 item' : `${value.length} items`
  if (typeof value === 'object' && value !== null) return `${Object.keys(value).length} keys`
  return String(value)
}

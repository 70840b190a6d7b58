// SPDX-License-Identifier: Apache-2.0
import { effectOf } from '../model/check/check.ts'
import type { Assessment } from '../model/graph/assessment.ts'
import type { NodeId } from '../model/graph/graph.ts'
import { isFine } from '../model/graph/health.ts'
import type { Cause } from './causes.ts'

/**
 * The findings that explain no failure: their effect is a note, and what is unhealthy about their objects has another
 * cause. A note about an object whose failure nothing else explains stays a cause.
 */
export function alsoFound({ own }: Pick<Assessment, 'own'>, causes: readonly Cause[]): ReadonlySet<Cause> {
  const notes = causes.filter((cause) => effectOf(cause.check, cause) === 'note')
  if (notes.length === 0) return new Set()
  const explained = new Set<NodeId>()
  for (const cause of causes) {
    if (notes.includes(cause)) continue
    explained.add(cause.subject.id)
    for (const { id } of cause.consequences) explained.add(id)
  }
  const isUnexplainedFailure = (id: NodeId) =>
    !isFine(own(id).state) && own(id).finding === undefined && !explained.has(id)
  return new Set(
    notes.filter(({ subject, affects = [] }) => ![subject, ...affects].some(({ id }) => isUnexplainedFailure(id))),
  )
}

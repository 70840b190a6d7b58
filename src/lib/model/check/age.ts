// SPDX-License-Identifier: Apache-2.0

import type { GraphNode } from '../graph/graph.ts'
import { isUnobserved } from '../object/conditions.ts'

const MINUTE = 60_000

/** True when it has been so for that many minutes. A beginning that nobody tells is no evidence that it has. */
export function hasLastedFor(since: string | undefined, minutes: number, now: number): boolean {
  return now - Date.parse(since ?? '') >= minutes * MINUTE
}

/** True for an object that is too new to be judged by what it has not reached; one without a date is not. */
export function isYoungerThan({ object }: GraphNode, minutes: number, now: number): boolean {
  return now - Date.parse(object?.metadata.creationTimestamp ?? '') < minutes * MINUTE
}

/** True when what an object says of itself is about the spec that stands there, and it is there to stay. */
export function isStatusCurrent({ object, stale }: GraphNode): boolean {
  return object !== undefined && stale !== true && !object.metadata.deletionTimestamp && !isUnobserved(object)
}

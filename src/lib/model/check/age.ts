// SPDX-License-Identifier: Apache-2.0

import type { GraphNode } from '../graph/graph.ts'
import { isUnobserved } from '../object/conditions.ts'

/** True if the state has lasted for that many minutes; false if its start is unknown. */
export function hasLastedFor(since: string | undefined, minutes: number, now: number): boolean {
  return now - Date.parse(since ?? '') >= minutes * MINUTE
}

/** True for an object that is too new to be expected ready; false if it has no creation time. */
export function isYoungerThan({ object }: GraphNode, minutes: number, now: number): boolean {
  return now - Date.parse(object?.metadata.creationTimestamp ?? '') < minutes * MINUTE
}

/** True if the status covers the current spec and the object is not being deleted. */
export function isStatusCurrent({ object, stale }: GraphNode): boolean {
  return object !== undefined && stale !== true && !object.metadata.deletionTimestamp && !isUnobserved(object)
}

const MINUTE = 60_000

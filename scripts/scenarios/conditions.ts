// SPDX-License-Identifier: Apache-2.0
// Condition changes in the status of objects.
import type { Change } from './incident.ts'
import type { Condition, Obj } from './kube.ts'

type Words = readonly [status: 'True' | 'False' | 'Unknown', reason: string, message?: string]

/** A change of some conditions since `time`; the others stay, new ones come last. */
export function says(o: Obj, changes: Readonly<Record<string, Words>>, time: string): Change {
  const known = conditionsOf(o)
  const observed = known.find((c) => c.observedGeneration !== undefined)?.observedGeneration
  const old = known.map((c) => {
    const change = changes[c.type]
    return change
      ? { ...c, ...worded(change), lastTransitionTime: change[0] === c.status ? c.lastTransitionTime : time }
      : c
  })
  const added = Object.entries(changes)
    .filter(([type]) => !known.some((c) => c.type === type))
    .map(([type, change]) => ({
      type,
      ...worded(change),
      lastTransitionTime: time,
      ...(observed !== undefined && { observedGeneration: observed }),
    }))
  return { status: { conditions: [...old, ...added] } }
}

export function conditionsOf(o: Obj): readonly Condition[] {
  return ((o['status'] as Record<string, unknown> | undefined)?.['conditions'] as Condition[] | undefined) ?? []
}

const worded = ([status, reason, message]: Words) => ({
  status,
  reason,
  ...(message !== undefined && { message }),
})

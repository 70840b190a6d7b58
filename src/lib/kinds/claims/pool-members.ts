// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { CountedTargets } from '../../model/graph/kind.ts'
import type { Link, Ref } from '../../model/graph/link.ts'
import type { Role } from '../../model/landscape/role.ts'
import { countAt, textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'

/** What a pool is called by claims and clusters: not by the object's own name, which may carry a suffix. */
export const poolName = (object: KubeObject): string => textAt(object, 'spec.name') ?? object.metadata.name

/** Every object of a kind in the pool's cluster, as one of a redundant set. */
export function memberLink(object: KubeObject, role: Role, to: Omit<Ref, 'where'>, optional = true): Link {
  return {
    rel: 'depends-on',
    to: { where: { role, name: poolName(object) }, ...to },
    path: 'spec.name',
    weak: 'counted',
    ...(optional ? { optional } : {}),
  }
}

/** The members that a pool should have. */
export interface DesiredMembers {
  /** What they are called: nodes. */
  readonly what: string
  readonly number: number
  /** With fewer than these it does not work; one unless it is told. */
  readonly minimum?: number
}

/** The nodes a pool asked for; undefined when it does not say how many. */
export function wantedNodes(object: KubeObject, minimum = 1): DesiredMembers | undefined {
  const number = countAt(object, 'spec.workers')
  return number === undefined ? undefined : { what: 'nodes', number, minimum }
}

/** Machines are found, booted and joined: that takes its time, and a new pool is not unwell before it is over. */
const GROWING = 3600_000

/** What a set lacks is found by the names of those that are not well; a whole rack fills no line. */
const NAMED = 3

function notWell(bad: CountedTargets['bad'] = []): string {
  if (bad.length === 0) return ''
  const names = bad.slice(0, NAMED).map(({ name }) => name)
  return `, not ${names.join(', ')}${bad.length > NAMED ? ' …' : ''}`
}

/**
 * A set with fewer good members than it should have is degraded, with fewer than it cannot do without failed, and a new
 * one progressing. Members nobody can tell of count neither as good nor as bad. Undefined when there are enough, and
 * when they were not counted.
 */
export function shortfall(
  object: KubeObject,
  counted: CountedTargets | undefined,
  wanted: DesiredMembers | undefined,
  now: number,
): Health | undefined {
  if (!counted || !wanted || counted.fine >= wanted.number) return undefined
  const { what, number, minimum = 1 } = wanted
  const { fine, unknown, bad = [] } = counted
  const message = `${fine} of ${number} ${what} are well${unknown > 0 ? `, ${unknown} unknown` : ''}${notWell(bad)}`
  const evidence = [
    { path: `${what} that are well`, value: `${fine} of ${number}` },
    ...bad.slice(0, NAMED).map(({ kind, name, says }) => ({ path: `${kind} ${name}`, value: says })),
  ]
  if (fine + unknown >= number) return { state: 'unknown', reason: 'NotSeen', message, evidence }
  const isNew = now - Date.parse(object.metadata.creationTimestamp ?? '') < GROWING
  const state = isNew ? 'progressing' : fine + unknown < minimum ? 'failed' : 'degraded'
  return { state, reason: 'TooFew', message, evidence }
}

// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { CountedTargets } from '../../model/graph/kind.ts'
import type { Link, Ref } from '../../model/graph/link.ts'
import type { Role } from '../../model/landscape/role.ts'
import { countAt, textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'

/** The name that claims and clusters use for a pool; the object's own name may carry a suffix. */
export const poolName = (object: KubeObject): string => textAt(object, 'spec.name') ?? object.metadata.name

/** Links every object of a kind in the pool's cluster as a member of a redundant set. */
export function memberLink(object: KubeObject, role: Role, to: Omit<Ref, 'where'>, optional = true): Link {
  return {
    rel: 'depends-on',
    to: { where: { role, name: poolName(object) }, ...to },
    path: 'spec.name',
    weak: 'counted',
    ...(optional ? { optional } : {}),
  }
}

export interface DesiredMembers {
  /** The display name of the members: nodes. */
  readonly what: string
  readonly number: number
  /** With fewer members it does not work; the default is one. */
  readonly minimum?: number
}

/** The nodes a pool requests; undefined if it does not specify a number. */
export function wantedNodes(object: KubeObject, minimum = 1): DesiredMembers | undefined {
  const number = countAt(object, 'spec.workers')
  return number === undefined ? undefined : { what: 'nodes', number, minimum }
}

/**
 * A set with fewer healthy members than desired is degraded, below its minimum failed, and a new one progressing.
 * Members in an unknown state count as neither healthy nor unhealthy. Undefined if there are enough, or if they were
 * not counted.
 */
export function shortfall(
  object: KubeObject,
  counted: CountedTargets | undefined,
  desired: DesiredMembers | undefined,
  now: number,
): Health | undefined {
  if (!counted || !desired || counted.fine >= desired.number) return undefined
  const { what, number, minimum = 1 } = desired
  const { fine, unknown, bad = [] } = counted
  const message = `${fine} of ${number} ${what} are well${unknown > 0 ? `, ${unknown} unknown` : ''}${listUnhealthy(bad)}`
  const evidence = [
    { path: `${what} that are well`, value: `${fine} of ${number}` },
    ...bad.slice(0, MAX_NAMED).map(({ kind, name, says }) => ({ path: `${kind} ${name}`, value: says })),
  ]
  if (fine + unknown >= number) return { state: 'unknown', reason: 'NotSeen', message, evidence }
  const isNew = now - Date.parse(object.metadata.creationTimestamp ?? '') < PROVISIONING_TIME
  const state = isNew ? 'progressing' : fine + unknown < minimum ? 'failed' : 'degraded'
  return { state, reason: 'TooFew', message, evidence }
}

/** Time to provision and boot machines and join them: a new pool is not unhealthy before this. */
const PROVISIONING_TIME = 3600_000

/** At most this many unhealthy members are named, to keep messages on one line. */
const MAX_NAMED = 3

function listUnhealthy(bad: CountedTargets['bad'] = []): string {
  if (bad.length === 0) return ''
  const names = bad.slice(0, MAX_NAMED).map(({ name }) => name)
  return `, not ${names.join(', ')}${bad.length > MAX_NAMED ? ' …' : ''}`
}

// SPDX-License-Identifier: Apache-2.0

import type { GraphNode } from '../model/graph/graph.ts'
import type { Health } from '../model/graph/health.ts'
import { isFine, severity } from '../model/graph/health.ts'
import { reportsHealth } from '../model/object/condition-polarity.ts'
import { readyHealth } from '../model/object/conditions.ts'
import type { KubeObject } from '../model/object/resource.ts'
import { isOlder } from '../model/text/time.ts'
import { GRACE_SECONDS } from './grace-period.ts'
import { withUnjudged } from './unjudged-conditions.ts'

export interface OwnOptions {
  readonly now: number
  readonly acceptCached: boolean
  /** Cache, only for kinds whose health does not depend on the time. */
  readonly known?: WeakMap<KubeObject, Health> | undefined
  /** A missing object that is within the grace period of all its referrers. */
  readonly isExpected: (node: GraphNode) => boolean
}

/** Health without dependencies. A missing node is never healthy, a cached one at best unknown. Never throws. */
export function ownHealth(node: GraphNode, options: OwnOptions): Health {
  if (node.source === 'missing') return missingHealth(node, options)
  if (node.source === 'unseen') {
    const { fault = 'internal', message = 'could not be read' } = node.hidden ?? {}
    return { state: 'unknown', reason: fault, message }
  }
  const health = rememberedHealth(node, options)
  const dated = withoutHealthyDate(health)
  return node.source === 'cached'
    ? asCached(node, dated, options)
    : asStalled(node, asNew(node, dated, options), options)
}

/** How long an object may report the same progress, unless its kind says otherwise. */
const PROGRESS_SECONDS = 3600

function asStalled({ spec }: GraphNode, health: Health, { now }: OwnOptions): Health {
  if (health.state !== 'progressing') return health
  const seconds = spec?.progressSeconds ?? spec?.grace ?? PROGRESS_SECONDS
  return isOlder(health.since, seconds * 1000, now) ? { ...health, state: 'stalled' } : health
}

/** A condition that reports health does not date a problem: that began later. */
function withoutHealthyDate(health: Health): Health {
  if (isFine(health.state) || !health.since) return health
  const [first] = health.evidence ?? []
  const [, type = '', status = ''] = /^status\.conditions\[(\w+)\] (\w+)/.exec(`${first?.path} ${first?.value}`) ?? []
  return reportsHealth(type, status) ? withoutSince(health) : health
}

function withoutSince({ since: _, ...undated }: Health): Health {
  return undated
}

/** An object without status is progressing, not unknown, within its grace period. */
function asNew({ spec, object }: GraphNode, health: Health, { now }: OwnOptions): Health {
  if (health.state !== 'unknown' || health.reason !== 'NotObserved') return health
  const age = now - Date.parse(object?.metadata.creationTimestamp ?? '')
  return age < (spec?.grace ?? GRACE_SECONDS) * 1000 ? { ...health, state: 'progressing' } : health
}

function rememberedHealth(node: GraphNode, { now, known }: OwnOptions): Health {
  const { object, spec } = node
  if (!known || !object || (spec?.health?.length ?? 1) > 1) return healthOf(node, now)
  const cached = known.get(object)
  if (cached) return cached
  const health = healthOf(node, now)
  known.set(object, health)
  return health
}

function healthOf({ spec, object }: GraphNode, now: number): Health {
  if (!object) return { state: 'unknown', reason: 'NotObserved' }
  const judge = () => spec?.health?.(object, now) ?? readyHealth(object)
  try {
    return asMalformed(object, withUnjudged(object, judge(), judge))
  } catch {
    return { state: 'unknown', reason: 'Malformed', message: 'its fields cannot be understood' }
  }
}

/** Fields of the wrong type may hide a failure, so the state is at least unknown; a known failure stays. */
function asMalformed({ malformed }: KubeObject, health: Health): Health {
  const [first] = malformed ?? []
  if (!first || severity(health.state) > severity('unknown')) return health
  return { ...withoutSince(health), state: 'unknown', reason: 'Malformed', message: `${first.field} ${first.problem}` }
}

function missingHealth(node: GraphNode, { isExpected }: OwnOptions): Health {
  const message = 'is referred to and does not exist'
  return { state: isExpected(node) ? 'progressing' : 'failed', reason: 'Missing', message }
}

/** A cached copy may be out of date: a failure is kept, anything better becomes unknown. */
function asCached(node: GraphNode, health: Health, { acceptCached }: OwnOptions): Health {
  if (node.stale)
    return {
      ...withoutSince(health),
      state: 'unknown',
      reason: 'Stale',
      message: 'its last copy could not be refreshed',
    }
  if (acceptCached || severity(health.state) > severity('unknown')) return health
  if (isFine(health.state)) return { ...withoutSince(health), state: 'unknown', reason: 'Cached' }
  const note = `its last copy is ${health.state}${health.reason ? ` (${health.reason})` : ''}`
  return { ...health, state: 'unknown', reason: 'Cached', notes: [...(health.notes ?? []), note] }
}

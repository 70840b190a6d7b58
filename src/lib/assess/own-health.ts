// SPDX-License-Identifier: Apache-2.0

import type { GraphNode } from '../model/graph/graph.ts'
import type { Health } from '../model/graph/health.ts'
import { isFine, severity } from '../model/graph/health.ts'
import { readyHealth } from '../model/object/conditions.ts'
import type { KubeObject } from '../model/object/resource.ts'
import { GRACE_SECONDS } from './grace-period.ts'

export interface OwnOptions {
  readonly now: number
  /** Cached copies count as read. */
  readonly acceptCached: boolean
  /** What was found out about objects before, of kinds that do not look at the clock. */
  readonly known?: WeakMap<KubeObject, Health> | undefined
  /** Something missing that nobody has waited for too long. */
  readonly isExpected: (node: GraphNode) => boolean
}

/** How a node is by itself. What is not there is never healthy; a copy is at best unknown. Never throws. */
export function ownHealth(node: GraphNode, options: OwnOptions): Health {
  if (node.source === 'missing') return missing(node, options)
  if (node.source === 'unseen') {
    const { fault = 'internal', message = 'could not be read' } = node.hidden ?? {}
    return { state: 'unknown', reason: fault, message }
  }
  const health = rememberedHealth(node, options)
  return node.source === 'cached' ? asCached(node, health, options) : asNew(node, health, options)
}

/** What was just made has not said anything yet: that is no lack of evidence. */
function asNew({ spec, object }: GraphNode, health: Health, { now }: OwnOptions): Health {
  if (health.state !== 'unknown' || health.reason !== 'NotObserved') return health
  const age = now - Date.parse(object?.metadata.creationTimestamp ?? '')
  return age < (spec?.grace ?? GRACE_SECONDS) * 1000 ? { ...health, state: 'progressing' } : health
}

function rememberedHealth(node: GraphNode, { now, known }: OwnOptions): Health {
  const { object, spec } = node
  if (!known || !object || (spec?.health?.length ?? 1) > 1) return healthOf(node, now)
  const before = known.get(object)
  if (before) return before
  const health = healthOf(node, now)
  known.set(object, health)
  return health
}

function healthOf({ spec, object }: GraphNode, now: number): Health {
  if (!object) return { state: 'unknown', reason: 'NotObserved' }
  try {
    return asMalformed(object, spec?.health ? spec.health(object, now) : readyHealth(object))
  } catch {
    return { state: 'unknown', reason: 'Malformed', message: 'its fields cannot be understood' }
  }
}

/** Fields of the wrong type may hide a failure; one that is known all the same counts more. */
function asMalformed({ malformed }: KubeObject, health: Health): Health {
  const [first] = malformed ?? []
  if (!first || severity(health.state) > severity('unknown')) return health
  return { ...health, state: 'unknown', reason: 'Malformed', message: `${first.field} ${first.problem}` }
}

function missing(node: GraphNode, { isExpected }: OwnOptions): Health {
  const message = 'is referred to and does not exist'
  return { state: isExpected(node) ? 'progressing' : 'failed', reason: 'Missing', message }
}

/** A copy tells what was true when somebody last looked: bad news may be old, good news proves nothing. */
function asCached(node: GraphNode, health: Health, { acceptCached }: OwnOptions): Health {
  if (node.stale)
    return { ...health, state: 'unknown', reason: 'Stale', message: 'its last copy could not be refreshed' }
  if (acceptCached || severity(health.state) > severity('unknown')) return health
  if (isFine(health.state)) return { ...health, state: 'unknown', reason: 'Cached' }
  const note = `its last copy is ${health.state}${health.reason ? ` (${health.reason})` : ''}`
  return { ...health, state: 'unknown', reason: 'Cached', notes: [...(health.notes ?? []), note] }
}

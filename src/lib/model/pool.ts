// SPDX-License-Identifier: Apache-2.0
import { countAt, textAt } from './fields.ts'
import type { Health } from './health.ts'
import type { Counted } from './kind.ts'
import type { Link, Ref } from './link.ts'
import type { KubeObject } from './resource.ts'
import type { Role } from './role.ts'

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

/**
 * A pool with fewer good nodes than it asked for is degraded, with fewer than it cannot do without failed. Nodes nobody
 * can tell of do not count as good or as bad. Nothing is said of what was not counted.
 */
export function nodeQuorum(object: KubeObject, nodes: Counted | undefined, minimum = 1): Health | undefined {
  const wanted = countAt(object, 'spec.workers')
  return nodes === undefined || wanted === undefined ? undefined : shortfall('nodes', nodes, wanted, minimum)
}

/** How a set is that has fewer good members than it should; undefined when it has enough. */
export function shortfall(what: string, counted: Counted, wanted: number, minimum: number): Health | undefined {
  const { fine, unknown } = counted
  if (fine >= wanted) return undefined
  const message = `${fine} of ${wanted} ${what} are well${unknown > 0 ? `, ${unknown} unknown` : ''}`
  const evidence = [{ path: `${what} that are well`, value: `${fine} of ${wanted}` }]
  if (fine + unknown >= wanted) return { state: 'unknown', reason: 'NotSeen', message, evidence }
  return { state: fine + unknown < minimum ? 'failed' : 'degraded', reason: 'TooFew', message, evidence }
}

// SPDX-License-Identifier: Apache-2.0

import type { GraphNode } from '../../model/graph/graph.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { C5c3Error, EXIT, type ExitName } from '../../model/report/errors.ts'
import { closestMatches } from '../../model/text/closest-matches.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { verdictOf } from '../shared/verdict.ts'
import type { PoolIndex } from './pool-index.ts'
import { membersOf, type PoolSite } from './sites.ts'

export interface PoolMachine {
  readonly site: PoolSite
  readonly node: GraphNode
}

/**
 * Resolves NAME or TYPE/NAME. Two matches are a usage error; none exits 8 with close names, or 3 or 7 if the pool may
 * be among what could not be read.
 */
export function findPool(view: PoolIndex, snapshot: Snapshot, text: string): PoolSite {
  const matches = poolsNamed(view, text)
  if (matches.length > 0) return requireOne(text, matches, matches.map(poolAddress))
  throw notFound(snapshot, 'pool', text, poolNames(view), CLAIM_KINDS)
}

/** Like findPool, but also resolves NODE, node/NODE and NODE@POOL to a machine; pools take precedence. */
export function findPoolOrNode(view: PoolIndex, snapshot: Snapshot, text: string): PoolSite | PoolMachine {
  const pools = poolsNamed(view, text)
  if (pools.length > 0) return requireOne(text, pools, pools.map(poolAddress))
  const [name = '', pool] = text.replace(/^node\//i, '').split('@')
  const machines = view.sites
    .flatMap((site) => membersOf(view.world, site, 'Node').map((node) => ({ site, node })))
    .filter(({ node, site }) => node.name === name && (!pool || pool === site.name || pool === site.cluster?.label))
  if (machines.length > 0) {
    const addresses = machines.map(({ site, node }) => `node/${node.name}@${site.cluster?.label ?? site.name}`)
    return requireOne(text, machines, addresses)
  }
  const nodes = view.sites.flatMap((site) => membersOf(view.world, site, 'Node').map((node) => node.name))
  throw notFound(snapshot, 'pool or node', text, [...poolNames(view), ...nodes], [...CLAIM_KINDS, 'Node'])
}

const CLAIM_KINDS = ['ControlPlaneCluster', 'HypervisorCluster', 'StorageCluster'].map(
  (kind) => `${kind}.crossplane.c5c3.io`,
)

const poolNames = ({ sites }: PoolIndex) => sites.map(({ name }) => name)

const poolAddress = ({ type, name }: PoolSite) => `${type}/${name}`

function poolsNamed({ sites }: PoolIndex, text: string): readonly PoolSite[] {
  const exact = sites.filter((site) => site.name === text || poolAddress(site) === text)
  return exact.length > 0 ? exact : sites.filter(({ claim }) => claim?.name === text)
}

function requireOne<T>(text: string, [first, ...others]: readonly T[], addresses: readonly string[]): T {
  if (first !== undefined && others.length === 0) return first
  throw new C5c3Error(
    'AMBIGUOUS',
    'usage',
    `"${safeLine(text)}" is ambiguous (${addresses.length} matches)`,
    addresses.slice(0, 8),
  )
}

function notFound(
  snapshot: Snapshot,
  what: string,
  text: string,
  names: readonly string[],
  kinds: readonly string[],
): C5c3Error {
  const relevantGaps = snapshot.gaps.filter(({ kind }) => kind === undefined || kinds.includes(kind))
  const hasNoAccess = verdictOf({ snapshot, states: [], allowIncomplete: true }).exitCode === EXIT.noAccess
  const exit: ExitName = hasNoAccess ? 'noAccess' : relevantGaps.length > 0 ? 'incomplete' : 'notFound'
  const message = `${what} "${safeLine(text)}" not found${exit === 'notFound' ? '' : ' among what could be read'}`
  const close = closestMatches(text.replace(/^[a-z-]+\//, ''), names)
  const known = [...new Set(names)].slice(0, 8).join(', ') || 'none'
  return new C5c3Error(hasNoAccess ? 'NO_CLUSTER_REACHABLE' : 'NOT_FOUND', exit, message, [
    close.length > 0 ? `did you mean: ${close.join(', ')}?` : `available: ${known}`,
    ...relevantGaps.slice(0, 3).map((gap) => `not seen: ${gap.cluster}: ${gap.message}`),
  ])
}

// SPDX-License-Identifier: Apache-2.0

import type { GraphNode } from '../../model/graph/graph.ts'
import type { Role } from '../../model/landscape/role.ts'
import { type Scope, scopeReport, scopeWords } from '../../model/landscape/scope.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { closestMatches } from '../../model/text/closest-matches.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { type UnreadCandidate, unreadOf } from './unread-candidates.ts'

export interface Candidates {
  /** For example "OpenStack cluster" or "pool". */
  readonly what: string
  /** Kind.group */
  readonly kinds: readonly string[]
  /** Roles of the clusters they are in. */
  readonly roles: readonly Role[]
  readonly all: readonly Pick<GraphNode, 'namespace' | 'name'>[]
}

export type ReadScope = Pick<Snapshot, 'clusters' | 'gaps'>

/** Nothing is in scope: exit 8, but 3 or 7 if an unreadable cluster may contain a match. */
export function nothingMatches(candidates: Candidates, scope: Scope, read: ReadScope | undefined): C5c3Error {
  const { what, kinds, roles, all } = candidates
  const limits = safeLine(scopeWords(scopeReport(scope).scope))
  const labels = new Set(read?.clusters.map(({ label }) => label))
  const hidden =
    read && (unreadOf({ kinds, roles, isNamed: false }, labels, read) ?? unreadOwnership(scope, labels, read))
  if (hidden) return hidden.error(`${/^[aeio]/i.test(what) ? 'an' : 'a'} ${what} that matches ${limits}`)
  return new C5c3Error('NOT_FOUND', 'notFound', `no ${what} matches ${limits}`, [hintOf(all, scope)])
}

/** The chain from a claim to its control plane: if it cannot be read, ownership is unknown. */
const OWNERSHIP_CHAIN = [
  'OpenStackCluster.c5c3.io',
  'XOpenStackCluster.c5c3.io',
  'Object.kubernetes.crossplane.io',
  'Object.kubernetes.m.crossplane.io',
  'ControlPlane.c5c3.io',
]

function unreadOwnership(
  { region, tenant, pool }: Scope,
  labels: ReadonlySet<string>,
  read: ReadScope,
): UnreadCandidate | undefined {
  if (region === undefined && tenant === undefined && pool === undefined) return undefined
  return unreadOf({ kinds: OWNERSHIP_CHAIN, roles: ['management', 'control-plane'], isNamed: false }, labels, read)
}

function hintOf(all: Candidates['all'], { tenant, namespace }: Scope): string {
  const names = [...new Set(all.map(({ name }) => name))]
  const spaces = [...new Set(all.flatMap((one) => one.namespace ?? []))]
  const close = tenant ? closestMatches(tenant, names) : namespace ? closestMatches(namespace, spaces) : []
  if (close.length > 0) return `did you mean: ${close.join(', ')}?`
  const known = all.map((one) => (namespace && one.namespace ? `${one.namespace}/${one.name}` : one.name))
  return `available: ${[...new Set(known)].slice(0, 8).join(', ') || 'none'}`
}

// SPDX-License-Identifier: Apache-2.0

import { type KindSpec, kindName } from '../../model/graph/kind.ts'
import type { SeenCluster } from '../../model/landscape/snapshot.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { closestMatches } from '../../model/text/closest-matches.ts'
import { safeLine } from '../../model/text/sanitize.ts'

/** A parsed subject argument. */
export interface SubjectWords {
  readonly kind?: string
  readonly namespace?: string
  readonly name: string
  readonly cluster?: string
  /** Also matches cluster-scoped objects. */
  readonly orNone?: true
}

/** KIND/NAME[@CLUSTER], KIND/NAMESPACE/NAME, NAMESPACE/NAME or NAME; anything else is a usage error. */
export function parseSubject(text: string, kinds: readonly KindSpec[]): SubjectWords {
  const at = text.lastIndexOf('@')
  const [head, cluster] = at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
  const parts = head.split('/')
  if (parts.length > 3 || parts.includes('') || cluster === '') throw syntaxError(text)
  const location = cluster === undefined ? {} : { cluster }
  const [first = '', second = '', third] = parts
  if (third !== undefined) return { kind: requireKind(first, kinds), namespace: second, name: third, ...location }
  if (parts.length === 1) return { name: first, ...location }
  return kindsNamed(first, kinds).length > 0
    ? { kind: first, name: second, ...location }
    : { namespace: first, name: second, ...location }
}

/** Matches Kind, plural or Kind.group, case-insensitively. */
export function kindsNamed(word: string, kinds: readonly KindSpec[]): readonly KindSpec[] {
  const lowerWord = word.toLowerCase()
  return kinds.filter(
    (spec) =>
      spec.kind.toLowerCase() === lowerWord || spec.plural === lowerWord || kindName(spec).toLowerCase() === lowerWord,
  )
}

export function nearestKinds(word: string, kinds: readonly KindSpec[]): readonly string[] {
  return closestMatches(word.toLowerCase(), [...new Set(kinds.map((spec) => spec.kind.toLowerCase()))])
}

/** Matches by label, role name or role/name; without a word, all clusters. */
export function clustersNamed(word: string | undefined, clusters: readonly SeenCluster[]): ReadonlySet<string> {
  const matches = clusters.filter((cluster) => word === undefined || namesOf(cluster).includes(word))
  if (matches.length > 0 || word === undefined) return new Set(matches.map(({ label }) => label))
  const close = closestMatches(word, [...new Set(clusters.map(({ label }) => label))])
  throw new C5c3Error('USAGE', 'usage', `cluster "${safeLine(word)}" not found`, [
    close.length > 0
      ? `did you mean: ${close.join(', ')}?`
      : `available: ${clusters.map(({ label }) => label).join(', ') || 'none'}`,
  ])
}

const namesOf = ({ label, cluster }: SeenCluster): readonly string[] => [
  label,
  ...cluster.roles.flatMap(({ role, name }) => [name, `${role}/${name}`]),
]

function requireKind(kind: string, kinds: readonly KindSpec[]): string {
  if (kindsNamed(kind, kinds).length > 0) return kind
  const close = nearestKinds(kind, kinds)
  const hints = close.length > 0 ? [`did you mean: ${close.join(', ')}?`] : []
  throw new C5c3Error('USAGE', 'usage', `unknown kind "${safeLine(kind)}"`, hints)
}

function syntaxError(text: string): C5c3Error {
  return new C5c3Error('USAGE', 'usage', `cannot read "${safeLine(text)}" as an object`, [
    'use NAME of an OpenStack cluster, KIND/NAME or KIND/NAMESPACE/NAME, each optionally with @CLUSTER',
  ])
}

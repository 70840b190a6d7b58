// SPDX-License-Identifier: Apache-2.0

import { type KindSpec, kindName } from '../../model/graph/kind.ts'
import type { SeenCluster } from '../../model/landscape/snapshot.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { closestMatches } from '../../model/text/closest-matches.ts'
import { safeLine } from '../../model/text/sanitize.ts'

/** The words a person typed for an object. */
export interface SubjectWords {
  readonly kind?: string
  readonly namespace?: string
  readonly name: string
  readonly cluster?: string
  /** What lives outside of namespaces is meant, too. */
  readonly orNone?: true
}

/** KIND/NAME[@CLUSTER], KIND/NAMESPACE/NAME, NAMESPACE/NAME or NAME. Throws a usage error for anything else. */
export function parseSubject(text: string, kinds: readonly KindSpec[]): SubjectWords {
  const at = text.lastIndexOf('@')
  const [head, cluster] = at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
  const parts = head.split('/')
  if (parts.length > 3 || parts.includes('') || cluster === '') throw unreadable(text)
  const where = cluster === undefined ? {} : { cluster }
  const [first = '', second = '', third] = parts
  if (third !== undefined) return { kind: known(first, kinds), namespace: second, name: third, ...where }
  if (parts.length === 1) return { name: first, ...where }
  return kindsNamed(first, kinds).length > 0
    ? { kind: first, name: second, ...where }
    : { namespace: first, name: second, ...where }
}

/** The kinds that people call by this word: Kind, plural or Kind.group, in any case. */
export function kindsNamed(word: string, kinds: readonly KindSpec[]): readonly KindSpec[] {
  const wanted = word.toLowerCase()
  return kinds.filter(
    (spec) => spec.kind.toLowerCase() === wanted || spec.plural === wanted || kindName(spec).toLowerCase() === wanted,
  )
}

/** Words for kinds that are nearly this one. */
export function nearestKinds(word: string, kinds: readonly KindSpec[]): readonly string[] {
  return closestMatches(word.toLowerCase(), [...new Set(kinds.map((spec) => spec.kind.toLowerCase()))])
}

/** Labels of the clusters that are called so: by label, or by a role's name or role/name. All, without a word. */
export function clustersNamed(word: string | undefined, clusters: readonly SeenCluster[]): ReadonlySet<string> {
  const found = clusters.filter((seen) => word === undefined || namesOf(seen).includes(word))
  if (found.length > 0 || word === undefined) return new Set(found.map(({ label }) => label))
  const close = closestMatches(word, [...new Set(clusters.map(({ label }) => label))])
  throw new C5c3Error('USAGE', 'usage', `there is no cluster "${safeLine(word)}"`, [
    close.length > 0
      ? `did you mean: ${close.join(', ')}?`
      : `there are ${clusters.map(({ label }) => label).join(', ') || 'none'}`,
  ])
}

const namesOf = ({ label, cluster }: SeenCluster): readonly string[] => [
  label,
  ...cluster.roles.flatMap(({ role, name }) => [name, `${role}/${name}`]),
]

function known(kind: string, kinds: readonly KindSpec[]): string {
  if (kindsNamed(kind, kinds).length > 0) return kind
  const close = nearestKinds(kind, kinds)
  const hints = close.length > 0 ? [`did you mean: ${close.join(', ')}?`] : []
  throw new C5c3Error('USAGE', 'usage', `unknown kind "${safeLine(kind)}"`, hints)
}

function unreadable(text: string): C5c3Error {
  return new C5c3Error('USAGE', 'usage', `cannot read "${safeLine(text)}" as an object`, [
    'write NAME of a claim, or KIND/NAME, KIND/NAMESPACE/NAME, each with @CLUSTER if you like',
  ])
}

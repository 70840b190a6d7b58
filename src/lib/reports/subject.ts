// SPDX-License-Identifier: Apache-2.0
import { C5c3Error } from '../model/errors.ts'
import type { Graph, GraphNode } from '../model/graph.ts'
import { type KindSpec, kindName } from '../model/kind.ts'
import { nearest } from '../model/nearest.ts'
import { safeLine } from '../model/safe.ts'
import { inScope, isWhole, type Scope } from '../model/scope.ts'
import { nameOf } from './node.ts'

const CLAIM = 'OpenStackCluster.c5c3.io'
const CONTROL_PLANE = 'ControlPlane.c5c3.io'

interface Words {
  readonly kind?: string
  readonly namespace?: string
  readonly name: string
  readonly cluster?: string
}

/** KIND/NAME[@CLUSTER], KIND/NAMESPACE/NAME, NAMESPACE/NAME or NAME. */
export function parseSubject(text: string, kinds: readonly KindSpec[]): Words {
  const at = text.lastIndexOf('@')
  const [head, cluster] = at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
  const parts = head.split('/')
  const where = cluster ? { cluster } : {}
  if (parts.length === 1) return { name: head, ...where }
  const [first = '', second = '', third] = parts
  if (third !== undefined) return { kind: first, namespace: second, name: third, ...where }
  return kindsNamed(first, kinds).length > 0
    ? { kind: first, name: second, ...where }
    : { namespace: first, name: second, ...where }
}

function kindsNamed(word: string, kinds: readonly KindSpec[]): readonly KindSpec[] {
  const wanted = word.toLowerCase()
  return kinds.filter(
    (spec) => spec.kind.toLowerCase() === wanted || spec.plural === wanted || kindName(spec).toLowerCase() === wanted,
  )
}

/**
 * The one node a person means. A name alone is a claim, else a ControlPlane. Unknown kinds and ambiguous names are
 * usage errors with the candidates; a name that nothing has is exit 1 with the nearest names.
 */
export function findSubject(text: string, graph: Graph, kinds: readonly KindSpec[]): GraphNode {
  const words = parseSubject(text, kinds)
  const found = candidates(words, graph, kinds).filter((node) => matches(node, words))
  const [first, ...others] = found
  if (first && others.length === 0) return first
  if (first) {
    throw new C5c3Error(
      'AMBIGUOUS',
      'usage',
      `"${safeLine(text)}" is ${found.length} objects`,
      found.slice(0, 8).map(address),
    )
  }
  const names = candidates(words, graph, kinds).map(({ name }) => name)
  const close = nearest(words.name, names)
  throw new C5c3Error(
    'NOT_FOUND',
    'findings',
    `there is no ${words.kind ?? 'OpenStack cluster'} "${safeLine(words.name)}"`,
    [close.length > 0 ? `did you mean: ${close.join(', ')}?` : `there are ${names.slice(0, 8).join(', ') || 'none'}`],
  )
}

function candidates({ kind }: Words, graph: Graph, kinds: readonly KindSpec[]): readonly GraphNode[] {
  if (kind === undefined) {
    return [...graph.of(CLAIM), ...graph.of(CONTROL_PLANE)]
  }
  const specs = kindsNamed(kind, kinds)
  if (specs.length === 0) {
    const close = nearest(
      kind.toLowerCase(),
      kinds.map((spec) => spec.kind.toLowerCase()),
    )
    throw new C5c3Error(
      'USAGE',
      'usage',
      `unknown kind "${safeLine(kind)}"`,
      close.length > 0 ? [`did you mean: ${close.join(', ')}?`] : [],
    )
  }
  return specs.flatMap((spec) => graph.of(kindName(spec)))
}

function matches(node: GraphNode, { namespace, name, cluster }: Words): boolean {
  const { label } = node.cluster
  return (
    node.name === name &&
    (namespace === undefined || node.namespace === namespace) &&
    (cluster === undefined || label === cluster || node.cluster.cluster.roles.some((role) => role.name === cluster))
  )
}

const address = (node: GraphNode) => `${nameOf(node).replace(' ', '/')}@${node.cluster.label}`

/** What overviews are about: every claim in scope, and every ControlPlane in scope that no claim reaches. */
export function overviewSubjects(graph: Graph, scope: Scope): readonly GraphNode[] {
  const claims = graph.of(CLAIM)
  const reached = new Set<string>()
  const queue = claims.map(({ id }) => id)
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    for (const edge of graph.out(id)) queue.push(edge.to)
  }
  const all = [...claims, ...graph.of(CONTROL_PLANE).filter(({ id }) => !reached.has(id))]
  const found = all.filter(({ object }) => object && inScope(object, scope))
  if (found.length > 0 || isWhole(scope)) return found
  const wish = Object.entries(scope).map(([flag, value]) => `--${flag} ${safeLine(value)}`)
  const close = nearest(
    scope.tenant ?? '',
    all.map(({ name }) => name),
  )
  throw new C5c3Error('NOT_FOUND', 'findings', `no OpenStack cluster matches ${wish.join(' ')}`, [
    close.length > 0
      ? `did you mean: ${close.join(', ')}?`
      : `there are ${
          all
            .map(({ name }) => name)
            .slice(0, 8)
            .join(', ') || 'none'
        }`,
  ])
}

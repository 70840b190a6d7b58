// SPDX-License-Identifier: Apache-2.0

import type { Graph, GraphNode } from '../../model/graph/graph.ts'
import { type KindSpec, kindName } from '../../model/graph/kind.ts'
import { inScope, isWhole, type Scope } from '../../model/landscape/scope.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { closestMatches } from '../../model/text/closest-matches.ts'
import { c5c3Command, formatCommand } from '../../model/text/command.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { nothingMatches, type ReadScope } from './no-match-error.ts'
import { nameOf } from './object-row.ts'
import { clustersNamed, kindsNamed, nearestKinds, parseSubject, type SubjectWords } from './parse-subject.ts'
import { unreadOf } from './unread-candidates.ts'

const CLAIM = 'OpenStackCluster.c5c3.io'
const CONTROL_PLANE = 'ControlPlane.c5c3.io'

/**
 * The one node a person means. A name alone is a claim, else a ControlPlane. Words that cannot be understood and
 * ambiguous names are usage errors with the candidates; a name that nothing has is exit 1 with the nearest names, if
 * every cluster that could hold it was read.
 */
export function findSubject(
  text: string,
  graph: Graph,
  kinds: readonly KindSpec[],
  snapshot: Pick<Snapshot, 'clusters' | 'gaps'> & Partial<Pick<Snapshot, 'readings'>>,
  namespace?: string,
): GraphNode {
  const words = inNamespace(parseSubject(text, kinds), namespace)
  const holders = clustersNamed(words.cluster, snapshot.clusters)
  const sets = kindsOf(words, kinds)
  const inPlace = sets.map((names) => names.flatMap((name) => graph.of(name).filter((node) => isIn(node, holders))))
  const [first, ...others] = inPlace.map((nodes) => nodes.filter((node) => matches(node, words))).find(isSome) ?? []
  if (first && others.length === 0) return first
  if (first) throw ambiguous(text, [first, ...others])
  const unread = unreadOf({ kinds: sets.flat(), isNamed: words.kind !== undefined }, holders, snapshot, kinds)
  if (unread) throw unread.error(`${words.kind ?? 'OpenStack cluster'} "${shown(words)}"`)
  const asked = (snapshot.readings ?? []).filter(
    ({ kind, cluster }) => sets.flat().includes(kind) && holders.has(cluster),
  )
  const isInstalled = asked.length === 0 || asked.some(({ outcome }) => outcome !== 'notinstalled')
  throw absent(
    words,
    isInstalled ? inPlace.flat() : undefined,
    kinds,
    words.kind === undefined ? namesakes(graph, words) : [],
  )
}

/** Objects of other kinds that are called so: people ask for pools and hosts, less for what those are made of. */
function namesakes(graph: Graph, words: SubjectWords): readonly GraphNode[] {
  const all = [...graph.nodes.values()].filter((node) => node.object && matches(node, words))
  const rank = ({ group, kind }: GraphNode) => (group === 'crossplane.c5c3.io' ? 0 : HOSTS.includes(kind) ? 1 : 2)
  return all.sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1)).slice(0, 2)
}

const HOSTS: readonly string[] = ['Hypervisor', 'Node']

/** -n says where to look for a name that does not say it; what lives outside of namespaces is found all the same. */
function inNamespace(words: SubjectWords, namespace: string | undefined): SubjectWords {
  if (namespace === undefined) return words
  if (words.namespace === undefined) return { ...words, namespace, orNone: true }
  if (words.namespace === namespace) return words
  const message = `"${shown(words)}" is in another namespace than -n ${safeLine(namespace)}: leave one out`
  throw new C5c3Error('USAGE', 'usage', message)
}

const isIn = ({ cluster }: GraphNode, labels: ReadonlySet<string>) => labels.has(cluster.label)

const isSome = (nodes: readonly GraphNode[]) => nodes.length > 0

/** Sets of kinds, each looked at only if nothing was found in those before. */
function kindsOf({ kind }: SubjectWords, kinds: readonly KindSpec[]): readonly (readonly string[])[] {
  return kind === undefined ? [[CLAIM], [CONTROL_PLANE]] : [kindsNamed(kind, kinds).map(kindName)]
}

function matches(node: GraphNode, { namespace, name, orNone }: SubjectWords): boolean {
  const isThere = node.namespace === namespace || (orNone === true && node.namespace === undefined)
  return node.name === name && (namespace === undefined || isThere)
}

function ambiguous(text: string, found: readonly GraphNode[]): C5c3Error {
  const message = `"${safeLine(text)}" is ${found.length} objects`
  const isOneKind = found.every(({ group }) => group === found[0]?.group)
  const hints = found.slice(0, 8).map((node) => address(isOneKind ? node : { ...node, kind: kindName(node) }))
  return new C5c3Error('AMBIGUOUS', 'usage', message, hints)
}

const address = (node: GraphNode) => `${nameOf(node).replace(' ', '/')}@${node.cluster.label}`

/** nodes: those of its kind; none where no cluster knows the kind. */
function absent(
  words: SubjectWords,
  nodes: readonly GraphNode[] | undefined,
  kinds: readonly KindSpec[],
  called: readonly GraphNode[],
): C5c3Error {
  const close = closestMatches(words.name, [...new Set((nodes ?? []).map(({ name }) => name))])
  const names = namesOf(nodes ?? [])
  const there = nodes
    ? `there are ${names.slice(0, 8).join(', ') || 'none'}`
    : `${words.kind ?? 'OpenStackCluster'} is not installed in any cluster that was read`
  const meant = words.kind === undefined && words.namespace ? nearestKinds(words.namespace, kinds) : []
  return new C5c3Error('NOT_FOUND', 'findings', `there is no ${words.kind ?? 'OpenStack cluster'} "${shown(words)}"`, [
    ...called.map(
      (node) => `there is a ${node.kind} of that name: ${formatCommand(c5c3Command('tree', address(node)))}`,
    ),
    ...meant.slice(0, 1).map((kind) => `did you mean the kind ${kind}: ${kind}/${safeLine(words.name)}?`),
    close.length > 0 ? `did you mean: ${close.join(', ')}?` : there,
  ])
}

/** As few words as tell them apart: every tenant has its keystone. */
function namesOf(nodes: readonly GraphNode[]): readonly string[] {
  const byName = Map.groupBy(nodes, ({ name }) => name)
  const told = nodes.map(({ namespace, name }) =>
    namespace !== undefined && (byName.get(name)?.length ?? 0) > 1 ? `${namespace}/${name}` : name,
  )
  return [...new Set(told)]
}

const shown = ({ namespace, name }: SubjectWords) => safeLine(namespace === undefined ? name : `${namespace}/${name}`)

/** What overviews are about: every claim in scope, and every ControlPlane in scope that no claim reaches. */
export function overviewSubjects(graph: Graph, scope: Scope, read?: ReadScope): readonly GraphNode[] {
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
  const roles = ['management', 'control-plane'] as const
  throw nothingMatches({ what: 'OpenStack cluster', kinds: [CLAIM, CONTROL_PLANE], roles, all }, scope, read)
}

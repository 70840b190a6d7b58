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

/**
 * Resolves the object a user names. A bare name is a claim, else a ControlPlane. Unparsable and ambiguous names are
 * usage errors; an unknown name exits 8 with close names if every cluster that could contain it was read.
 */
export function findSubject(
  text: string,
  graph: Graph,
  kinds: readonly KindSpec[],
  snapshot: Pick<Snapshot, 'clusters' | 'gaps'> & Partial<Pick<Snapshot, 'readings'>>,
  namespace?: string,
): GraphNode {
  const subject = inNamespace(parseSubject(text, kinds), namespace)
  const holders = clustersNamed(subject.cluster, snapshot.clusters)
  const sets = kindsOf(subject, kinds)
  const candidates = sets.map((names) => names.flatMap((name) => graph.of(name).filter((node) => isIn(node, holders))))
  const [first, ...others] =
    candidates.map((nodes) => nodes.filter((node) => matches(node, subject))).find(isSome) ?? []
  if (first && others.length === 0) return first
  if (first) throw ambiguousError(text, [first, ...others])
  const unread = unreadOf({ kinds: sets.flat(), isNamed: subject.kind !== undefined }, holders, snapshot, kinds)
  if (unread) throw unread.error(`${subject.kind ?? 'OpenStack cluster'} "${subjectText(subject)}"`)
  const readings = (snapshot.readings ?? []).filter(
    ({ kind, cluster }) => sets.flat().includes(kind) && holders.has(cluster),
  )
  const isInstalled = readings.length === 0 || readings.some(({ outcome }) => outcome !== 'notinstalled')
  throw notFoundError(
    subject,
    isInstalled ? candidates.flat() : undefined,
    kinds,
    subject.kind === undefined ? namesakes(graph, subject) : [],
  )
}

/** Objects of other kinds with that name; pools and hosts first, as users ask for them most. */
function namesakes(graph: Graph, subject: SubjectWords): readonly GraphNode[] {
  const all = [...graph.nodes.values()].filter((node) => node.object && matches(node, subject))
  const rank = ({ group, kind }: GraphNode) => (group === 'crossplane.c5c3.io' ? 0 : HOST_KINDS.includes(kind) ? 1 : 2)
  return all.sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1)).slice(0, 2)
}

const HOST_KINDS: readonly string[] = ['Hypervisor', 'Node']

/** -n applies to names without a namespace; cluster-scoped objects still match. */
function inNamespace(subject: SubjectWords, namespace: string | undefined): SubjectWords {
  if (namespace === undefined) return subject
  if (subject.namespace === undefined) return { ...subject, namespace, orNone: true }
  if (subject.namespace === namespace) return subject
  const message = `"${subjectText(subject)}" is in another namespace than -n ${safeLine(namespace)}: leave one out`
  throw new C5c3Error('USAGE', 'usage', message)
}

const isIn = ({ cluster }: GraphNode, labels: ReadonlySet<string>) => labels.has(cluster.label)

const isSome = (nodes: readonly GraphNode[]) => nodes.length > 0

const CLAIM = 'OpenStackCluster.c5c3.io'
const CONTROL_PLANE = 'ControlPlane.c5c3.io'

/** Kinds to search in order; later ones only if the earlier ones have no match. */
function kindsOf({ kind }: SubjectWords, kinds: readonly KindSpec[]): readonly (readonly string[])[] {
  return kind === undefined ? [[CLAIM], [CONTROL_PLANE]] : [kindsNamed(kind, kinds).map(kindName)]
}

function matches(node: GraphNode, { namespace, name, orNone }: SubjectWords): boolean {
  const isInNamespace = node.namespace === namespace || (orNone === true && node.namespace === undefined)
  return node.name === name && (namespace === undefined || isInNamespace)
}

function ambiguousError(text: string, candidates: readonly GraphNode[]): C5c3Error {
  const message = `"${safeLine(text)}" is ambiguous (${candidates.length} matches)`
  const isOneKind = candidates.every(({ group }) => group === candidates[0]?.group)
  const hints = candidates.slice(0, 8).map((node) => address(isOneKind ? node : { ...node, kind: kindName(node) }))
  return new C5c3Error('AMBIGUOUS', 'usage', message, hints)
}

const address = (node: GraphNode) => `${nameOf(node).replace(' ', '/')}@${node.cluster.label}`

/** nodes: objects of the kind; undefined if no cluster serves it. */
function notFoundError(
  subject: SubjectWords,
  nodes: readonly GraphNode[] | undefined,
  kinds: readonly KindSpec[],
  sameName: readonly GraphNode[],
): C5c3Error {
  const close = closestMatches(subject.name, [...new Set((nodes ?? []).map(({ name }) => name))])
  const names = namesOf(nodes ?? [])
  const fallback = nodes
    ? `available: ${names.slice(0, 8).join(', ') || 'none'}`
    : `${subject.kind ?? 'OpenStackCluster'} is not installed in any cluster that was read`
  const meantKinds = subject.kind === undefined && subject.namespace ? nearestKinds(subject.namespace, kinds) : []
  return new C5c3Error(
    'NOT_FOUND',
    'notFound',
    `${subject.kind ?? 'OpenStack cluster'} "${subjectText(subject)}" not found`,
    [
      ...sameName.map(
        (node) => `there is a ${node.kind} of that name: ${formatCommand(c5c3Command('tree', address(node)))}`,
      ),
      ...meantKinds.slice(0, 1).map((kind) => `did you mean the kind ${kind}: ${kind}/${safeLine(subject.name)}?`),
      close.length > 0 ? `did you mean: ${close.join(', ')}?` : fallback,
    ],
  )
}

/** Adds the namespace only to names that occur more than once. */
function namesOf(nodes: readonly GraphNode[]): readonly string[] {
  const byName = Map.groupBy(nodes, ({ name }) => name)
  const names = nodes.map(({ namespace, name }) =>
    namespace !== undefined && (byName.get(name)?.length ?? 0) > 1 ? `${namespace}/${name}` : name,
  )
  return [...new Set(names)]
}

const subjectText = ({ namespace, name }: SubjectWords) =>
  safeLine(namespace === undefined ? name : `${namespace}/${name}`)

/** Subjects of overviews: every claim in scope, and every ControlPlane in scope without a claim. */
export function overviewSubjects(graph: Graph, scope: Scope, read?: ReadScope): readonly GraphNode[] {
  const claims = graph.of(CLAIM)
  const owned = new Set<string>()
  const queue = claims.map(({ id }) => id)
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (owned.has(id)) continue
    owned.add(id)
    for (const edge of graph.out(id)) queue.push(edge.to)
  }
  const all = [...claims, ...graph.of(CONTROL_PLANE).filter(({ id }) => !owned.has(id))]
  const subjects = all.filter(({ object }) => object && inScope(object, scope))
  if (subjects.length > 0 || isWhole(scope)) return subjects
  const roles = ['management', 'control-plane'] as const
  throw nothingMatches({ what: 'OpenStack cluster', kinds: [CLAIM, CONTROL_PLANE], roles, all }, scope, read)
}

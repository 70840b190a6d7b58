// SPDX-License-Identifier: Apache-2.0

import type { Graph, GraphNode } from '../../model/graph/graph.ts'
import { isWhole, type Scope } from '../../model/landscape/scope.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { conditionsOf } from '../../model/object/conditions.ts'
import { flagAt, labelAt, textAt } from '../../model/object/fields.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { closestMatches } from '../../model/text/closest-matches.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { placeFilter } from '../shared/namespaces-in-scope.ts'
import { nothingMatches } from '../shared/no-match-error.ts'
import { unreadOf } from '../shared/unread-candidates.ts'

export const TEMPEST = 'Tempest.tempest.openstack.c5c3.io'
const [CRON, JOB] = ['CronJob.batch', 'Job.batch'] as const

/** A recurring Tempest run: a Tempest object, a CronJob, or a Job started by a user. */
export interface TempestSuite {
  readonly node: GraphNode
  readonly cron?: GraphNode
  /** Newest first. */
  readonly jobs: readonly GraphNode[]
}

/** Every suite in scope. Throws when a limited scope contains none. */
export function tempestSuites(graph: Graph, scope: Scope, snapshot: Snapshot): readonly TempestSuite[] {
  const all = allSuites(graph)
  const isInScope = placeFilter(graph, scope, snapshot)
  const inScope = all.filter(({ node }) => isInScope(node))
  if (inScope.length > 0 || isWhole(scope)) return inScope
  const candidates = {
    what: 'Tempest suite',
    kinds: [TEMPEST, CRON, JOB],
    roles: ['control-plane'],
    all: all.map(({ node }) => node),
  } as const
  throw nothingMatches(candidates, scope, snapshot)
}

/** Matches the name of a suite, its namespace, both, or an OpenStack cluster. */
export function suitesNamed(
  name: string,
  suites: readonly TempestSuite[],
  graph: Graph,
  snapshot: Snapshot,
): readonly TempestSuite[] {
  const matches = suites.filter(({ node }) => namesOf(node).includes(name))
  if (matches.length > 0) return matches
  const tenantSuites = inTenant(name, suites, graph, snapshot)
  if (tenantSuites.length > 0) return tenantSuites
  // without the Tempest operator, a CronJob is the suite
  const sought = { kinds: [TEMPEST, CRON], roles: ['control-plane'], isNamed: true } as const
  const hidden = unreadOf(sought, new Set(snapshot.clusters.map(({ label }) => label)), snapshot)
  if (hidden) throw hidden.error(`a Tempest suite "${safeLine(name)}"`)
  const known = [...new Set(suites.flatMap(({ node }) => namesOf(node)))]
  const claims = graph.of('OpenStackCluster.c5c3.io').map((claim) => claim.name)
  const close = closestMatches(name, [...known, ...claims])
  throw new C5c3Error('NOT_FOUND', 'notFound', `Tempest suite "${safeLine(name)}" not found`, [
    close.length > 0
      ? `did you mean: ${close.join(', ')}?`
      : `available: ${
          known
            .filter((one) => one.includes('/') && !one.includes('@'))
            .slice(0, 8)
            .join(', ') || 'none'
        }`,
  ])
}

function inTenant(tenant: string, suites: readonly TempestSuite[], graph: Graph, snapshot: Snapshot) {
  try {
    const isInScope = placeFilter(graph, { tenant }, snapshot)
    return suites.filter(({ node }) => isInScope(node))
  } catch (error) {
    if (error instanceof C5c3Error) return []
    throw error
  }
}

const namesOf = ({ name, namespace = '', cluster }: GraphNode): readonly string[] => [
  name,
  namespace,
  `${namespace}/${name}`,
  `${namespace}/${name}@${cluster.label}`,
]

function allSuites(graph: Graph): readonly TempestSuite[] {
  const ownedOfKind = (node: GraphNode, kind: string) =>
    graph
      .out(node.id)
      .filter(({ rel }) => rel === 'owns')
      .flatMap(({ to }) => graph.nodes.get(to) ?? [])
      .filter((one) => `${one.kind}.${one.group}` === kind && one.object)
  const owned = graph.of(TEMPEST).map((node): TempestSuite => {
    const [cron] = ownedOfKind(node, CRON)
    return {
      node,
      ...(cron ? { cron } : {}),
      jobs: newestFirst([...ownedOfKind(node, JOB), ...(cron ? ownedOfKind(cron, JOB) : [])]),
    }
  })
  const assigned = new Set(owned.flatMap(({ cron, jobs }) => [...(cron ? [cron.id] : []), ...jobs.map(({ id }) => id)]))
  const crons = graph
    .of(CRON)
    .filter((node) => !assigned.has(node.id) && isTempest(node))
    .map((node): TempestSuite => ({ node, cron: node, jobs: newestFirst(ownedOfKind(node, JOB)) }))
  for (const { jobs } of crons) for (const { id } of jobs) assigned.add(id)
  const standalone = graph
    .of(JOB)
    .filter((node) => !assigned.has(node.id) && isTempest(node))
    .map((node): TempestSuite => ({ node, jobs: [node] }))
  return [...owned, ...crons, ...standalone]
}

/** Without the Tempest operator only labels or the name identify a Tempest Job. */
function isTempest({ object, name }: GraphNode): boolean {
  const label = labelAt(object, 'app.kubernetes.io/name') ?? labelAt(object, 'app')
  return label === undefined ? /^tempest(?:-|$)/.test(name) : label === 'tempest'
}

const newestFirst = (jobs: readonly GraphNode[]): readonly GraphNode[] =>
  [...new Set(jobs)].sort((a, b) => (startOf(b) ?? 0) - (startOf(a) ?? 0) || (a.name < b.name ? 1 : -1))

export const suiteOfRun = ({ jobs }: TempestSuite, text: string): boolean =>
  jobs.some(({ name, namespace, cluster }) =>
    [name, `${namespace}/${name}`, `${namespace}/${name}@${cluster.label}`].includes(text),
  )

/** In milliseconds. */
export function startOf({ object }: GraphNode): number | undefined {
  const time = Date.parse(textAt(object, 'status.startTime') ?? object?.metadata.creationTimestamp ?? '')
  return Number.isNaN(time) ? undefined : time
}

/** undefined while the Job runs. */
export function runEnd({
  object,
}: GraphNode): { readonly ok: boolean; readonly time?: number; readonly words: string } | undefined {
  if (!object) return undefined
  const conditions = conditionsOf(object)
  const done = (type: string) => (conditions.get(type)?.status === 'True' ? conditions.get(type) : undefined)
  const [complete, failed] = [done('Complete'), done('Failed')]
  const end = failed ?? complete
  if (!end) return undefined
  const time = Date.parse(textAt(object, 'status.completionTime') ?? end.since ?? '')
  return { ok: !failed, words: end.message || end.reason || '', ...(Number.isNaN(time) ? {} : { time }) }
}

export const isSuspended = ({ node, cron }: TempestSuite): boolean =>
  flagAt(node.object, 'spec.suspend') === true || flagAt(cron?.object, 'spec.suspend') === true

export const scheduleOf = ({ node, cron }: TempestSuite): string | undefined =>
  textAt(node.object, 'spec.schedule') ?? textAt(cron?.object, 'spec.schedule')

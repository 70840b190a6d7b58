// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode, NodeSource } from '../../model/graph/graph.ts'
import type { State, Status } from '../../model/report/report.ts'
import { formatAge } from '../../model/text/time.ts'
import { nodeStatus } from './node-status.ts'

export interface NodeReport {
  readonly cluster: string
  readonly role: string
  readonly apiVersion: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  /** Including its dependencies. */
  readonly state: State
  /** Without its dependencies. */
  readonly own: State
  /** The state that views show: `own`, the state of what it depends on, or blocked. */
  readonly status: Status
  /** KIND/NAMESPACE/NAME@CLUSTER of the root cause of a status that is not its own. */
  readonly blockedBy?: string
  readonly reason?: string
  readonly message?: string
  readonly source: NodeSource
  readonly age?: string
  readonly since?: string
  /** Age of `since`, for people. */
  readonly sinceAge?: string
  readonly notes?: readonly string[]
  /** KIND/NAMESPACE/NAME@CLUSTER of the root cause, if that is another object. */
  readonly waitsFor?: string
  /** Lower bound for the time of a cached copy, RFC 3339; the copy has no timestamp. */
  readonly lastChange?: string
}

/** With `causeOf` the row names its root cause. */
export function nodeReport(
  assessment: Assessment,
  node: GraphNode,
  causeOf: (node: GraphNode) => GraphNode = (itself) => itself,
): NodeReport {
  const cause = causeOf(node)
  const own = assessment.own(node.id)
  const created = node.object?.metadata.creationTimestamp
  const age = ageOf(created, assessment.now)
  const sinceAge = ageOf(own.since, assessment.now)
  return {
    cluster: node.cluster.label,
    role: node.cluster.cluster.roles[0]?.role ?? 'unknown',
    apiVersion: node.object?.apiVersion ?? apiVersionOf(node),
    kind: node.kind,
    ...(node.namespace === undefined ? {} : { namespace: node.namespace }),
    name: node.name,
    state: assessment.state(node.id),
    own: own.state,
    ...statusOf(assessment, node),
    ...(own.reason ? { reason: own.reason } : {}),
    ...(own.message ? { message: own.message } : {}),
    source: node.source,
    ...(age ? { age } : {}),
    ...(own.since ? { since: own.since } : {}),
    ...(sinceAge ? { sinceAge } : {}),
    ...(own.notes?.length ? { notes: own.notes } : {}),
    ...(cause.id === node.id ? {} : { waitsFor: objectAddress(cause) }),
    ...(node.source === 'cached' ? lastChangeOf(node.object?.status) : {}),
  }
}

function statusOf(assessment: Assessment, node: GraphNode): Pick<NodeReport, 'status' | 'blockedBy'> {
  const { status, blockedBy } = nodeStatus(assessment, node)
  return { status, ...(blockedBy ? { blockedBy: objectAddress(blockedBy) } : {}) }
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/** The newest timestamp in a status: a lower bound for when it was read. */
export function lastChangeOf(status: unknown): { readonly lastChange?: string } {
  const times: string[] = []
  const queue = [status]
  for (let value = queue.pop(); value !== undefined; value = queue.pop()) {
    if (typeof value === 'string' && TIME.test(value)) times.push(value)
    else if (typeof value === 'object' && value !== null)
      for (const [key, child] of Object.entries(value)) if (!FUTURE_FIELDS.test(key)) queue.push(child)
  }
  const newest = times.sort().at(-1)
  return newest === undefined ? {} : { lastChange: newest }
}

/** Fields with timestamps in the future. */
const FUTURE_FIELDS = /notAfter|renewal|expir|next/i

/** Kind/namespace/name@cluster, the argument of `why` and `tree`. */
export const objectAddress = ({ kind, namespace, name, cluster }: GraphNode) =>
  `${kind}/${namespace === undefined ? '' : `${namespace}/`}${name}@${cluster.label}`

/** The same for a row of a report. */
export const objectPlace = ({
  kind,
  namespace,
  name,
  cluster,
}: Pick<NodeReport, 'kind' | 'namespace' | 'name' | 'cluster'>): string =>
  `${kind}/${namespace === undefined ? '' : `${namespace}/`}${name}@${cluster}`

function apiVersionOf({ group, spec }: GraphNode): string {
  const version = spec?.versions[0] ?? ''
  return group === '' ? version : `${group}/${version}`
}

/** The age as text; timestamps in the future indicate clock skew. */
export function ageOf(time: string | undefined, now: number): string | undefined {
  const milliseconds = Date.parse(time ?? '')
  if (Number.isNaN(milliseconds)) return undefined
  return milliseconds > now + 1000 ? '0s (clock skew?)' : formatAge(now - milliseconds)
}

/** Kind namespace/name; a name that starts with * is a placeholder for several objects. */
export function nameOf({ kind, namespace, name }: Pick<GraphNode, 'kind' | 'namespace' | 'name'>): string {
  if (name.startsWith('*')) {
    const which = name === '*' ? 'any' : `any with ${name.slice(2, -1)}`
    return `${kind} (${which})${namespace === undefined ? '' : ` in ${namespace}`}`
  }
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`
}

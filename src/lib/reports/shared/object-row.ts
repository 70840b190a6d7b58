// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode, NodeSource } from '../../model/graph/graph.ts'
import type { State } from '../../model/report/report.ts'
import { formatAge } from '../../model/text/time.ts'

/** One object in a JSON answer. */
export interface NodeReport {
  readonly cluster: string
  readonly role: string
  readonly apiVersion: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  /** With all it stands on. */
  readonly state: State
  /** By itself. */
  readonly own: State
  readonly reason?: string
  readonly message?: string
  readonly source: NodeSource
  readonly age?: string
  readonly since?: string
  /** How long ago that was, for people. */
  readonly sinceAge?: string
  readonly notes?: readonly string[]
  /** KIND/NAMESPACE/NAME@CLUSTER of what explains that it is not well, when that is not itself. */
  readonly waitsFor?: string
  /** Of a copy: when at the earliest it was taken, RFC 3339; it carries no time of its own. */
  readonly lastChange?: string
}

/** A node as scripts see it; with a way to find causes it says what it waits for. */
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

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/** The newest time in a status: it has not changed since, or we would not know. */
export function lastChangeOf(status: unknown): { readonly lastChange?: string } {
  const times: string[] = []
  const queue = [status]
  for (let value = queue.pop(); value !== undefined; value = queue.pop()) {
    if (typeof value === 'string' && TIME.test(value)) times.push(value)
    else if (typeof value === 'object' && value !== null)
      for (const [key, child] of Object.entries(value)) if (!FUTURE.test(key)) queue.push(child)
  }
  const newest = times.sort().at(-1)
  return newest === undefined ? {} : { lastChange: newest }
}

/** What a status says of times to come. */
const FUTURE = /notAfter|renewal|expir|next/i

/** Kind/namespace/name@cluster: what can be typed after why and tree. */
export const objectAddress = ({ kind, namespace, name, cluster }: GraphNode) =>
  `${kind}/${namespace === undefined ? '' : `${namespace}/`}${name}@${cluster.label}`

/** The same for an object in an answer. */
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

/** An age for people; a time in the future says so. */
export function ageOf(time: string | undefined, now: number): string | undefined {
  const at = Date.parse(time ?? '')
  if (Number.isNaN(at)) return undefined
  return at > now + 1000 ? '0s (clock skew?)' : formatAge(now - at)
}

/** Kind namespace/name, as people write it; what has no name stands for all of its kind. */
export function nameOf({ kind, namespace, name }: Pick<GraphNode, 'kind' | 'namespace' | 'name'>): string {
  if (name.startsWith('*')) {
    const which = name === '*' ? 'any' : `any with ${name.slice(2, -1)}`
    return `${kind} (${which})${namespace === undefined ? '' : ` in ${namespace}`}`
  }
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`
}

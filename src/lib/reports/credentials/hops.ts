// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { textAt } from '../../model/object/fields.ts'
import type { State } from '../../model/report/report.ts'
import { ageOf } from '../shared/object-row.ts'
import { isCounted, type RowFinding } from '../shared/row-findings.ts'

/** One step on the path of a credential. */
export interface Hop {
  /** A kind, or "path" for a path of the secret backend. */
  readonly kind: string
  readonly cluster: string
  readonly namespace?: string
  readonly name: string
  /** Absent for a path: only the SecretStores can read the backend. */
  readonly state?: State
  readonly message?: string
  /** Since it was created. */
  readonly age?: string
  /** When it last synced, RFC 3339. */
  readonly synced?: string
  readonly syncedAge?: string
  /** When it expires, RFC 3339. */
  readonly expires?: string
  /** The first hop that fails. */
  readonly broken?: true
  /** A check has a finding about it. */
  readonly found?: true
}

export function hopOf(assessment: Assessment, node: GraphNode, findings: readonly RowFinding[]): Hop {
  const { object, hidden } = node
  const own = assessment.own(node.id)
  const age = ageOf(object?.metadata.creationTimestamp, assessment.now)
  const synced = textAt(object, 'status.refreshTime')
  const syncedAge = ageOf(synced, assessment.now)
  const expires = textAt(object, 'status.resource.expiresAt')
  const message = node.source === 'missing' ? 'it does not exist' : (hidden?.message ?? own.message)
  return {
    kind: node.kind,
    cluster: node.cluster.label,
    ...(node.namespace === undefined ? {} : { namespace: node.namespace }),
    name: node.name,
    state: own.state,
    ...(message ? { message } : {}),
    ...(age ? { age } : {}),
    ...(synced ? { synced } : {}),
    ...(syncedAge ? { syncedAge } : {}),
    ...(expires ? { expires } : {}),
    ...(findings.some((one) => !one.follows && isCounted(one)) ? { found: true } : {}),
  }
}

/** A path of the secret backend that a PushSecret writes and no ExternalSecret reads. */
export const writtenPath = (path: string, cluster: string): Hop => ({ kind: 'path', cluster, name: path })

/** A path of the secret backend. A healthy store does not prove that the path exists; a successful reader does. */
export function readPath(assessment: Assessment, path: string, reader: GraphNode, store: GraphNode | undefined): Hop {
  const own = store && assessment.own(store.id)
  const base: Hop = { kind: 'path', cluster: reader.cluster.label, name: path }
  if (!own) return base
  const through = `${store.kind} ${store.name}`
  const read = assessment.own(reader.id)
  // a reader that lacks its target Secret has read the path successfully
  const isRead = isFine(read.state) || read.reason === 'SecretMissing'
  if (isFine(own.state) && !isRead)
    return { ...base, state: 'unknown', message: `${through} is healthy; whether the path exists is unknown` }
  return { ...base, state: own.state, message: `${through}${own.message ? `: ${own.message}` : ''}` }
}

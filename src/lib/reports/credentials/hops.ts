// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { textAt } from '../../model/object/fields.ts'
import type { State } from '../../model/report/report.ts'
import { ageOf } from '../shared/object-row.ts'
import { isCounted, type RowFinding } from '../shared/row-findings.ts'

/** One step of a credential's way. */
export interface Hop {
  /** A kind, or path for a place in the secret backend. */
  readonly kind: string
  readonly cluster: string
  readonly namespace?: string
  readonly name: string
  /** Left out for a path: nobody can look at it but the stores. */
  readonly state?: State
  readonly message?: string
  /** Since it was made. */
  readonly age?: string
  /** When it last synced, RFC 3339. */
  readonly synced?: string
  readonly syncedAge?: string
  /** When it ends, RFC 3339. */
  readonly expires?: string
  /** The first hop where it goes wrong. */
  readonly broken?: true
  /** A check found something on it. */
  readonly found?: true
}

/** An object as a hop. */
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

/** A path of the secret backend that a PushSecret writes and nobody reads. */
export const writtenPath = (path: string, cluster: string): Hop => ({ kind: 'path', cluster, name: path })

/** A path of the secret backend. A store that is well does not prove that the path is there: who reads it does. */
export function readPath(assessment: Assessment, path: string, reader: GraphNode, store: GraphNode | undefined): Hop {
  const own = store && assessment.own(store.id)
  const base: Hop = { kind: 'path', cluster: reader.cluster.label, name: path }
  if (!own) return base
  const through = `${store.kind} ${store.name}`
  const read = assessment.own(reader.id)
  // What lacks a Secret to write to has read what it would write.
  const isRead = isFine(read.state) || read.reason === 'SecretMissing'
  if (isFine(own.state) && !isRead)
    return { ...base, state: 'unknown', message: `${through} is well; nothing proves that the path is there` }
  return { ...base, state: own.state, message: `${through}${own.message ? `: ${own.message}` : ''}` }
}

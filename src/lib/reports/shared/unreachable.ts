// SPDX-License-Identifier: Apache-2.0
import type { GraphNode } from '../../model/graph/graph.ts'
import type { Fault } from '../../model/landscape/fault.ts'
import type { Gap } from '../../model/landscape/gap.ts'

/** A cluster of which nothing could be read. */
export interface UnreachableCluster {
  readonly cluster: string
  /** Completes "CLUSTER is …": unreachable (ECONNREFUSED 10.0.0.1:6443) */
  readonly reason: string
}

/** The cluster of an unread node, if nothing of it could be read: then the cluster is the cause, not the object. */
export function unreachableCluster(
  gaps: readonly Gap[],
  { source, cluster }: Pick<GraphNode, 'source'> & { readonly cluster: string },
): UnreachableCluster | undefined {
  const gap = source === 'unseen' ? gaps.find((one) => one.kind === undefined && one.cluster === cluster) : undefined
  return gap && { cluster, reason: unreachableReason(gap) }
}

function unreachableReason({ fault, message }: Pick<Gap, 'fault' | 'message'>): string {
  const word = NO_ANSWER.has(fault) ? 'unreachable' : 'not readable'
  return message.startsWith(word) ? message : `${word} (${message})`
}

const NO_ANSWER: ReadonlySet<Fault> = new Set(['timeout', 'tls', 'dns', 'unreachable'])

/** The answer about an object that depends on such a cluster. */
export const cannotTell = ({ cluster, reason }: UnreachableCluster) => `cannot tell: ${cluster} is ${reason}`

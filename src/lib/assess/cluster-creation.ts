// SPDX-License-Identifier: Apache-2.0
import type { Graph, GraphNode } from '../model/graph/graph.ts'
import type { Health } from '../model/graph/health.ts'
import { textAt } from '../model/object/fields.ts'

/**
 * An object in a cluster that is no member of the fleet is not unknown while the cluster is being created: every object
 * that refers to it leads to a Shoot whose creation is in progress. Undefined if that cannot be shown.
 */
export function creationHealth(graph: Graph, { id, source, cluster }: GraphNode): Health | undefined {
  const isOutsideFleet = source === 'unseen' && cluster.cluster.uid === ''
  if (!isOutsideFleet) return undefined
  const shoots = graph.into(id).map(({ from }) => shootInCreation(graph, from))
  const [first] = shoots
  if (!first || shoots.includes(undefined)) return undefined
  const message = `its cluster is being created: Shoot ${first.name} ${lastOperation(first)}`
  return { state: 'progressing', reason: 'BeingCreated', message }
}

/** Claim → composite → Object → Shoot. */
const MAX_STEPS = 3

function shootInCreation(graph: Graph, start: GraphNode['id']): GraphNode | undefined {
  let level = new Set([start])
  for (let step = 0; step < MAX_STEPS; step++) {
    level = new Set([...level].flatMap((id) => graph.out(id).map(({ to }) => to)))
    for (const id of level) {
      const node = graph.nodes.get(id)
      if (node?.kind === 'Shoot' && node.source === 'live') return isInCreation(node) ? node : undefined
    }
  }
  return undefined
}

const isInCreation = ({ object }: GraphNode) =>
  !object?.metadata.deletionTimestamp &&
  (textAt(object, 'status.lastOperation.type') ?? 'Create') === 'Create' &&
  BUSY.has(textAt(object, 'status.lastOperation.state') ?? 'Pending')

const BUSY: ReadonlySet<string> = new Set(['Pending', 'Processing'])

const lastOperation = ({ object }: GraphNode) =>
  `(${textAt(object, 'status.lastOperation.description') ?? 'not started yet'})`

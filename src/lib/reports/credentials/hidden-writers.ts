// SPDX-License-Identifier: Apache-2.0
import { PUSH_SECRET, pathsOf } from '../../kinds/external-secrets/sync.ts'
import type { Graph, GraphNode } from '../../model/graph/graph.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'

/** Whether the PushSecret that writes what an ExternalSecret reads may be in a cluster that could not be read. */
export type HiddenWriterTest = (reader: GraphNode, target: GraphNode | undefined) => boolean

/**
 * A gap matters only for credentials that depend on it: those whose path names the unread cluster, and Ceph keys if it
 * is a storage cluster, as Rook creates them there.
 */
export function hiddenWriters({ clusters, gaps }: Snapshot, graph: Graph): HiddenWriterTest {
  const labels = new Set(
    gaps.filter(({ kind }) => kind === undefined || kind === PUSH_SECRET).map(({ cluster }) => cluster),
  )
  const unread = clusters.filter(({ label }) => labels.has(label))
  const names = new Set(unread.flatMap(({ cluster }) => [cluster.name, ...cluster.roles.map(({ name }) => name)]))
  const isStorageUnread = unread.some(({ cluster }) => cluster.roles.some(({ role }) => role === 'storage'))
  const isCephKey = (nodes: readonly (GraphNode | undefined)[]) =>
    nodes.some((node) => node && graph.into(node.id).some(({ path }) => CEPH_FIELD.test(path)))
  return (reader, target) =>
    pathsOf(reader).some((path) => path.split('/').some((segment) => names.has(segment))) ||
    (isStorageUnread && isCephKey([reader, target]))
}

const CEPH_FIELD = /ceph|rbd/i

// SPDX-License-Identifier: Apache-2.0
import type { Graph, GraphNode } from '../model/graph/graph.ts'
import { overviewSubjects } from '../reports/shared/find-subject.ts'

/** What people ask about: OpenStack clusters and pools. */
export const subjectsToExplain = (graph: Graph): readonly GraphNode[] => [
  ...overviewSubjects(graph, {}),
  ...POOL_CLAIMS.flatMap((kind) => graph.of(kind)),
]

const POOL_CLAIMS = [
  'HypervisorCluster.crossplane.c5c3.io',
  'StorageCluster.crossplane.c5c3.io',
  'ControlPlaneCluster.crossplane.c5c3.io',
]

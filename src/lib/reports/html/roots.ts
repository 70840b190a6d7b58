// SPDX-License-Identifier: Apache-2.0
import type { Cause } from '../../assess/causes.ts'
import type { Graph, GraphNode } from '../../model/graph/graph.ts'
import { POOL_CLAIMS } from '../pools/sites.ts'
import { overviewSubjects } from '../shared/find-subject.ts'

export const poolRoots = (graph: Graph): readonly GraphNode[] => POOL_CLAIMS.flatMap((kind) => graph.of(kind))

/** Roots of an overview page: OpenStack clusters, then their pools. */
export const landscapeRoots = (graph: Graph): readonly GraphNode[] => [
  ...overviewSubjects(graph, {}),
  ...poolRoots(graph),
]

/** Roots of a findings page: OpenStack clusters, then the subjects of the findings. */
export const findingRoots = (graph: Graph, causes: readonly Cause[]): readonly GraphNode[] => [
  ...overviewSubjects(graph, {}),
  ...causes.map(({ subject }) => subject),
]

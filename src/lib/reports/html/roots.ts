// SPDX-License-Identifier: Apache-2.0
import type { Cause } from '../../assess/causes.ts'
import type { Graph, GraphNode } from '../../model/graph/graph.ts'
import { POOL_CLAIMS } from '../pools/sites.ts'
import { overviewSubjects } from '../shared/find-subject.ts'

/** The pools that somebody asked for. */
export const poolRoots = (graph: Graph): readonly GraphNode[] => POOL_CLAIMS.flatMap((kind) => graph.of(kind))

/** What a page about everything begins with: the OpenStacks, then their pools. */
export const landscapeRoots = (graph: Graph): readonly GraphNode[] => [
  ...overviewSubjects(graph, {}),
  ...poolRoots(graph),
]

/** What a page about findings begins with: the OpenStacks, and what was found. */
export const findingRoots = (graph: Graph, causes: readonly Cause[]): readonly GraphNode[] => [
  ...overviewSubjects(graph, {}),
  ...causes.map(({ subject }) => subject),
]

// SPDX-License-Identifier: Apache-2.0
import type { Status } from './report.ts'

/** Objects and their dependencies for graph drawing tools. */
export interface Diagram {
  /** Completeness and verdict in one line. */
  readonly caption: string
  readonly nodes: readonly DiagramNode[]
  readonly edges: readonly DiagramEdge[]
}

export interface DiagramNode {
  readonly id: string
  /** Nodes of one cluster are drawn in one box. */
  readonly cluster: string
  readonly lines: readonly string[]
  readonly state: Status
  /** Healthy by itself, only affected by its dependencies. */
  readonly consequence?: boolean
}

export interface DiagramEdge {
  readonly from: string
  readonly to: string
  readonly label: string
}

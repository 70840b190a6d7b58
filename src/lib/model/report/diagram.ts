// SPDX-License-Identifier: Apache-2.0
import type { State } from './report.ts'

/** Objects and what they stand on, as a drawing program needs them. */
export interface Diagram {
  /** How complete it is and what the verdict is, in one line. */
  readonly caption: string
  readonly nodes: readonly DiagramNode[]
  readonly edges: readonly DiagramEdge[]
}

export interface DiagramNode {
  /** Anything, as long as no two nodes have the same. */
  readonly id: string
  /** Nodes of one cluster are drawn in one box. */
  readonly cluster: string
  readonly lines: readonly string[]
  readonly state: State
  /** It is well by itself and only suffers from what it stands on. */
  readonly consequence?: boolean
}

export interface DiagramEdge {
  readonly from: string
  readonly to: string
  readonly label: string
}

// SPDX-License-Identifier: Apache-2.0
import type { Diagram, DiagramEdge, DiagramNode } from '../model/report/diagram.ts'
import type { Status } from '../model/report/report.ts'

export interface Colour {
  readonly fill: string
  readonly line: string
}

/** Pale fills with dark text, and lines that also differ in print. The label always contains the state as text. */
export const COLOURS: Readonly<Record<Status, Colour>> = {
  healthy: { fill: '#e6f4ea', line: '#188038' },
  off: { fill: '#f1f3f4', line: '#9aa0a6' },
  'not installed': { fill: '#f1f3f4', line: '#9aa0a6' },
  suspended: { fill: '#f1f3f4', line: '#5f6368' },
  maintenance: { fill: '#e8f0fe', line: '#1967d2' },
  progressing: { fill: '#fef7e0', line: '#b06000' },
  blocked: { fill: '#fef7e0', line: '#a50e0e' },
  unknown: { fill: '#f3e8fd', line: '#8430ce' },
  degraded: { fill: '#feefe3', line: '#c26401' },
  stalled: { fill: '#feefe3', line: '#a50e0e' },
  failed: { fill: '#fce8e6', line: '#c5221f' },
}

export interface DrawingBox {
  readonly id: string
  readonly cluster: string
  readonly nodes: readonly (DiagramNode & { readonly short: string })[]
}

export interface Drawing {
  readonly boxes: readonly DrawingBox[]
  /** far: it leads into another cluster. */
  readonly edges: readonly {
    readonly from: string
    readonly to: string
    readonly label: string
    readonly far: boolean
  }[]
}

/** Groups the nodes by cluster and gives them IDs that are valid in every diagram language: c0, n0, n1, … */
export function drawingOf({ nodes, edges }: Diagram): Drawing {
  const short = new Map(nodes.map(({ id }, i) => [id, `n${i}`]))
  const cluster = new Map(nodes.map((node) => [node.id, node.cluster]))
  const boxes = [...Map.groupBy(nodes, (node) => node.cluster)].map(([name, members], i) => ({
    id: `c${i}`,
    cluster: name,
    nodes: members.map((node) => ({ ...node, short: short.get(node.id) ?? '' })),
  }))
  const drawn = edges.flatMap(({ from, to, label }: DiagramEdge) => {
    const [start, end] = [short.get(from), short.get(to)]
    return start && end ? [{ from: start, to: end, label, far: cluster.get(from) !== cluster.get(to) }] : []
  })
  return { boxes, edges: drawn }
}

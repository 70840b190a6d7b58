// SPDX-License-Identifier: Apache-2.0
import type { Diagram } from '../model/report/diagram.ts'
import { COLOURS, type Drawing, type DrawingBox, drawingOf } from './drawing.ts'

/** A Graphviz diagram: a box per cluster, states by colour and text, bold edges between clusters. */
export function toDot(diagram: Diagram): string {
  const { boxes, edges } = drawingOf(diagram)
  return [
    'digraph c5c3 {',
    `  label=${quote([diagram.caption])}`,
    '  rankdir=LR',
    '  node [shape=box, style="rounded,filled", fontname="Helvetica"]',
    '  edge [fontname="Helvetica", fontsize=10]',
    ...boxes.flatMap(boxLines),
    ...edges.map(edgeLine),
    '}',
    '',
  ].join('\n')
}

function boxLines({ id, cluster, nodes }: DrawingBox): string[] {
  return [
    // Graphviz draws a box only around subgraphs whose name begins with "cluster".
    `  subgraph cluster_${id} {`,
    `    label=${quote([cluster])}`,
    ...nodes.map(({ short, lines, state, consequence }) => {
      const { fill, line } = COLOURS[state]
      return `    ${short} [label=${quote(lines)}, fillcolor="${fill}", color="${line}"${consequence ? ', style="rounded,filled,dashed"' : ''}]`
    }),
    '  }',
  ]
}

function edgeLine({ from, to, label, far }: Drawing['edges'][number]): string {
  const attributes = [...(label ? [`label=${quote([label])}`] : []), ...(far ? ['style=bold'] : [])]
  return `  ${from} -> ${to}${attributes.length > 0 ? ` [${attributes.join(', ')}]` : ''}`
}

/** Inside quotes only the quote and the backslash are special; the latter also begins Graphviz's own escapes. */
function quote(lines: readonly string[]): string {
  return `"${lines.map((line) => line.replace(/\s+/g, ' ').replace(/["\\]/g, '\\$&')).join('\\n')}"`
}

// SPDX-License-Identifier: Apache-2.0
import type { Diagram } from '../model/report/diagram.ts'
import { COLOURS, type Drawing, type DrawingBox, drawingOf } from './drawing.ts'

/** A diagram in the language of Graphviz: a box per cluster, states by colour and word, bold edges between clusters. */
export function toDot(diagram: Diagram): string {
  const { boxes, edges } = drawingOf(diagram)
  return [
    'digraph c5c3 {',
    `  label=${quoted([diagram.caption])}`,
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
    // Graphviz draws a box only around subgraphs whose name begins with "cluster"
    `  subgraph cluster_${id} {`,
    `    label=${quoted([cluster])}`,
    ...nodes.map(({ short, lines, state, consequence }) => {
      const { fill, line } = COLOURS[state]
      return `    ${short} [label=${quoted(lines)}, fillcolor="${fill}", color="${line}"${consequence ? ', style="rounded,filled,dashed"' : ''}]`
    }),
    '  }',
  ]
}

function edgeLine({ from, to, label, far }: Drawing['edges'][number]): string {
  const attributes = [...(label ? [`label=${quoted([label])}`] : []), ...(far ? ['style=bold'] : [])]
  return `  ${from} -> ${to}${attributes.length > 0 ? ` [${attributes.join(', ')}]` : ''}`
}

/** Inside of quotes only the quote and the backslash mean something; the latter also begins Graphviz's own escapes. */
function quoted(lines: readonly string[]): string {
  return `"${lines.map((line) => line.replace(/\s+/g, ' ').replace(/["\\]/g, '\\$&')).join('\\n')}"`
}

// SPDX-License-Identifier: Apache-2.0

import { STATES } from '../model/graph/health.ts'
import type { Diagram } from '../model/report/diagram.ts'
import type { Status } from '../model/report/report.ts'
import { COLOURS, type DrawingBox, drawingOf } from './drawing.ts'

/** A Mermaid diagram: a box per cluster, states by colour and text, thick edges between clusters. */
export function toMermaid(diagram: Diagram): string {
  const { boxes, edges } = drawingOf(diagram)
  const used = new Set(diagram.nodes.map(({ state }) => state))
  return [
    'flowchart LR',
    ...boxes.flatMap(boxLines),
    ...edges.map(
      ({ from, to, label, far }) => `  ${from} ${far ? '==>' : '-->'}${label ? `|${quote([label])}|` : ''} ${to}`,
    ),
    ...[...STATES, 'blocked' as const]
      .filter((state) => used.has(state))
      .map(
        (state) =>
          `  classDef ${className(state)} fill:${COLOURS[state].fill},stroke:${COLOURS[state].line},color:#202124`,
      ),
    `  %% ${diagram.caption.replace(/[\s{}]+/g, ' ')}`,
    '',
  ].join('\n')
}

function boxLines({ id, cluster, nodes }: DrawingBox): string[] {
  return [
    `  subgraph ${id}[${quote([cluster])}]`,
    ...nodes.flatMap(({ short, lines, state, consequence }) => [
      `    ${short}[${quote(lines)}]:::${className(state)}`,
      ...(consequence ? [`    style ${short} stroke-dasharray:4`] : []),
    ]),
    '  end',
  ]
}

const className = (state: Status) => state.replaceAll(' ', '-')

/** Encodes every character that Mermaid, Markdown or HTML could interpret. */
function quote(lines: readonly string[]): string {
  const safe = (line: string) => line.replace(/\s+/g, ' ').replace(/[^\p{L}\p{N} .,:/@()\p{So}-]/gu, code)
  return `"${lines.map(safe).join('<br/>')}"`
}

const code = (char: string) => `#${char.codePointAt(0)};`

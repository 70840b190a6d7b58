// SPDX-License-Identifier: Apache-2.0

import { STATES } from '../model/graph/health.ts'
import type { Diagram } from '../model/report/diagram.ts'
import type { State } from '../model/report/report.ts'
import { COLOURS, type DrawingBox, drawingOf } from './drawing.ts'

/** A diagram for Markdown pages: a box per cluster, states by colour and word, thick edges between clusters. */
export function toMermaid(diagram: Diagram): string {
  const { boxes, edges } = drawingOf(diagram)
  const used = new Set(diagram.nodes.map(({ state }) => state))
  return [
    'flowchart LR',
    ...boxes.flatMap(boxLines),
    ...edges.map(
      ({ from, to, label, far }) => `  ${from} ${far ? '==>' : '-->'}${label ? `|${quoted([label])}|` : ''} ${to}`,
    ),
    ...STATES.filter((state) => used.has(state)).map(
      (state) =>
        `  classDef ${className(state)} fill:${COLOURS[state].fill},stroke:${COLOURS[state].line},color:#202124`,
    ),
    `  %% ${diagram.caption.replace(/[\s{}]+/g, ' ')}`,
    '',
  ].join('\n')
}

function boxLines({ id, cluster, nodes }: DrawingBox): string[] {
  return [
    `  subgraph ${id}[${quoted([cluster])}]`,
    ...nodes.flatMap(({ short, lines, state, consequence }) => [
      `    ${short}[${quoted(lines)}]:::${className(state)}`,
      ...(consequence ? [`    style ${short} stroke-dasharray:4`] : []),
    ]),
    '  end',
  ]
}

const className = (state: State) => state.replaceAll(' ', '-')

/** Everything that Mermaid, its Markdown or HTML could take for a sign of their own becomes a character code. */
function quoted(lines: readonly string[]): string {
  const safe = (line: string) => line.replace(/\s+/g, ' ').replace(/[^\p{L}\p{N} .,:/@()\p{So}-]/gu, code)
  return `"${lines.map(safe).join('<br/>')}"`
}

const code = (char: string) => `#${char.codePointAt(0)};`

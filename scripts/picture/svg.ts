// SPDX-License-Identifier: Apache-2.0
import { linesOf, type Run } from './screen.ts'

/** A typed command and its output on the terminal. */
export interface Recorded {
  readonly typed: string
  readonly bytes: string
}

const [ADVANCE, LINE, EDGE, BAR] = [7.2, 17, 16, 34]
const STYLE = `
    text { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace; fill: #d6deeb; white-space: pre }
    .prompt { fill: #7fdbca } .typed, .bold { font-weight: 600 } .dim, .gray { fill: #8796a8 }
    .red { fill: #ff6b6b } .green { fill: #7ee787 } .yellow { fill: #f2cc60 } .blue { fill: #79b8ff } .magenta { fill: #d2a8ff } .cyan { fill: #76e3ea }`

/** A picture of a terminal after these commands. The same bytes give the same picture. */
export function svgOf(title: string, columns: number, recorded: readonly Recorded[]): string {
  const lines = recorded.flatMap(({ typed, bytes }, i) => [
    ...(i > 0 ? [[]] : []),
    [
      { text: '$ ', look: 'prompt' },
      { text: typed, look: 'typed' },
    ],
    ...linesOf(bytes),
  ])
  const [width, height] = [Math.ceil(columns * ADVANCE + 2 * EDGE), BAR + lines.length * LINE + EDGE]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `  <title>${escaped(title)}</title>`,
    `  <style>${STYLE}\n  </style>`,
    `  <rect width="${width}" height="${height}" rx="8" fill="#10151f"/>`,
    ...['#ff5f56', '#ffbd2e', '#27c93f'].map(
      (fill, i) => `  <circle cx="${EDGE + 4 + i * 18}" cy="17" r="5.5" fill="${fill}"/>`,
    ),
    ...lines.flatMap((line, i) => textOf(line, BAR + (i + 1) * LINE - 4)),
    '</svg>',
    '',
  ].join('\n')
}

/** Every word has its own position: a font whose ✔ is wider than its letters must not shift the rest of the line. */
function textOf(line: readonly Run[], y: number): string[] {
  let column = 0
  const words: string[] = []
  for (const { text, look } of line) {
    for (const [word] of text.matchAll(/[\x21-\x7e]+(?: [\x21-\x7e]+)*|\s+|[^\x20-\x7e]/gu)) {
      const x = (EDGE + column * ADVANCE).toFixed(1).replace(/\.0$/, '')
      if (word.trim() !== '') words.push(`<tspan x="${x}"${look ? ` class="${look}"` : ''}>${escaped(word)}</tspan>`)
      column += word.length
    }
  }
  return words.length > 0 ? [`  <text y="${y}">${words.join('')}</text>`] : []
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

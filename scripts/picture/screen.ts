// SPDX-License-Identifier: Apache-2.0

/** Text of one style. */
export interface Run {
  readonly text: string
  /** red, green, yellow, blue, magenta, cyan, gray, dim, bold; several separated by a space. */
  readonly look: string
}

const COLOURS: Readonly<Record<string, string>> = {
  '31': 'red',
  '32': 'green',
  '33': 'yellow',
  '34': 'blue',
  '35': 'magenta',
  '36': 'cyan',
  '90': 'gray',
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape is what it looks for
const PARTS = /\u001b\[([\d;?]*)([A-Za-z])|(\r?\n)|\r|[^\u001b\r\n]+/g

/** The lines of a terminal after these bytes: supports colours, carriage return and erase line. */
export function linesOf(bytes: string): Run[][] {
  let colour = ''
  let weight = ''
  const lines: Run[][] = [[]]
  for (const [part, code, letter, end] of bytes.matchAll(PARTS)) {
    if (end !== undefined) lines.push([])
    else if (part === '\r' || letter === 'K') lines[lines.length - 1] = []
    else if (letter === undefined) lines.at(-1)?.push({ text: part, look: [colour, weight].filter(Boolean).join(' ') })
    else if (letter === 'm' && (code === '0' || code === '')) [colour, weight] = ['', '']
    else if (letter === 'm' && code === '39') colour = ''
    else if (letter === 'm' && code === '22') weight = ''
    else if (letter === 'm' && (code === '1' || code === '2')) weight = code === '1' ? 'bold' : 'dim'
    else if (letter === 'm' && code !== undefined && COLOURS[code] !== undefined) colour = COLOURS[code]
    else if (code !== '?25') throw new Error(`what does ${JSON.stringify(part)} look like?`)
  }
  while (lines.at(-1)?.length === 0) lines.pop()
  return lines
}

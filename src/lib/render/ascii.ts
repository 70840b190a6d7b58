// SPDX-License-Identifier: Apache-2.0
/** Every character this tool draws with, by one ASCII character of the same width: tables keep their columns. */
const PLAIN: Readonly<Record<string, string>> = {
  '✔': '+',
  '✖': 'x',
  '…': '~',
  '·': '-',
  '‖': '=',
  '⚒': '%',
  '⇒': '>',
  '→': '>',
  '├': '|',
  '│': '|',
  '└': '`',
  '─': '-',
  '▇': '#',
  '▁': '.',
  '►': '>',
  '▸': '+',
  '▾': '-',
}

const DRAWN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu')

/** The same lines for terminals and logs that know only ASCII. Names that came from clusters stay as they are. */
export function toAscii(text: string): string {
  return text.replace(DRAWN, (char) => PLAIN[char] ?? char)
}

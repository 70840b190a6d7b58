// SPDX-License-Identifier: Apache-2.0

/** For terminals and logs that support only ASCII. Names from clusters stay unchanged. */
export function toAscii(text: string): string {
  return text.replace(DRAWING_CHARACTERS, (char) => ASCII[char] ?? char)
}

/** ASCII replacements of the same width for all drawing characters: tables stay aligned. */
const ASCII: Readonly<Record<string, string>> = {
  '✔': '+',
  '✖': 'x',
  '…': '~',
  '·': '-',
  '‖': '=',
  '⚒': '%',
  '⏸': '^',
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

const DRAWING_CHARACTERS = new RegExp(`[${Object.keys(ASCII).join('')}]`, 'gu')

// SPDX-License-Identifier: Apache-2.0
import stringWidth from 'fast-string-width'

/**
 * Letters of ASCII and what this tool draws with: lines, bars, symbols of states, arrows, dashes, quotes. Each takes one
 * column. Anything else is measured, and the first measuring builds tables of all emoji, which takes longer than
 * joining a small landscape.
 */
export const NARROW =
  /^[\x20-\x7e\xa7\xb7\xd7\u2010-\u2027\u2190-\u21ff\u2200-\u22ff\u2500-\u25fc\u2692\u2713-\u2718]*$/

/** Columns of a terminal that a text takes. */
export function textWidth(text: string): number {
  return NARROW.test(text) ? text.length : stringWidth(text)
}

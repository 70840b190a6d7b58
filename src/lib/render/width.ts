// SPDX-License-Identifier: Apache-2.0
import stringWidth from 'fast-string-width'

/**
 * ASCII and the characters that this tool draws with: lines, bars, state symbols, arrows, dashes, quotes. Each is one
 * column wide. Anything else must be measured, and the first measurement builds tables of all emoji, which takes longer
 * than joining a small fleet.
 */
export const NARROW =
  /^[\x20-\x7e\xa7\xb7\xd7\u2010-\u2027\u2190-\u21ff\u2200-\u22ff\u23f8\u2500-\u25fc\u2692\u2713-\u2718]*$/

/** The number of terminal columns of a text. */
export function textWidth(text: string): number {
  return NARROW.test(text) ? text.length : stringWidth(text)
}

// SPDX-License-Identifier: Apache-2.0
// Strings from clusters, certificates, plugins and kubeconfigs can carry escapes that repaint a terminal or reorder
// text. They become visible here, once, where they enter. Newline and tab stay: renderers fold them in single-line cells.
// Categories: controls, formats (bidi, zero width, tags), line and paragraph separators, unpaired surrogates.
let pattern: RegExp | undefined
const dangerous = () => {
  pattern ??= /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu
  return pattern
}
// Nearly all text is plain, and already to read a pattern with Unicode categories takes as long as a request.
const PLAIN = /^[\x20-\x7e\n\t]*$/

/** Longest string that is passed on; the rest is cut and said so. */
const MAX = 4096

const visible = (char: string) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`

/** Makes a string safe for a terminal: every control, bidi, zero-width and unpaired character becomes visible text. */
export function sanitizeForTerminal(text: string, max = MAX): string {
  const cut = text.length > max ? `${text.slice(0, max)}… (${text.length - max} more)` : text
  return PLAIN.test(cut) ? cut : cut.replace(dangerous(), visible)
}

/** safe(), and on one line: what a cell, a name or an error message needs. */
export function safeLine(text: string, max = MAX): string {
  return sanitizeForTerminal(text, max).replace(/[\n\t]+/g, ' ')
}

/** True when safe() would change the text. */
export function isUnsafe(text: string): boolean {
  return text.length > MAX || (!PLAIN.test(text) && text.search(dangerous()) >= 0)
}

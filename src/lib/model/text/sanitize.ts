// SPDX-License-Identifier: Apache-2.0
// Strings from clusters, certificates, plugins and kubeconfigs can carry escapes that repaint a terminal or reorder
// text.
// They are escaped once, on input. Newline and tab stay: renderers replace them in single-line cells.
// Categories: controls, formats (bidi, zero width, tags), line and paragraph separators, unpaired surrogates.
let pattern: RegExp | undefined
const unsafePattern = () => {
  pattern ??= /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu
  return pattern
}
// Nearly all text is plain, and just compiling a pattern with Unicode categories takes as long as a request.
const PLAIN = /^[\x20-\x7e\n\t]*$/

/** Longer strings are cut, with a note of how much is missing. */
const MAX = 4096

const escapeChar = (char: string) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`

/** Makes a string safe for a terminal: escapes every control, bidi, zero-width and unpaired character. */
export function sanitizeForTerminal(text: string, max = MAX): string {
  const cut = text.length > max ? `${text.slice(0, max)}… (${text.length - max} more)` : text
  return PLAIN.test(cut) ? cut : cut.replace(unsafePattern(), escapeChar)
}

/** sanitizeForTerminal() on a single line, for a cell, a name or an error message. */
export function safeLine(text: string, max = MAX): string {
  return sanitizeForTerminal(text, max).replace(/[\n\t]+/g, ' ')
}

export function isUnsafe(text: string): boolean {
  return text.length > MAX || (!PLAIN.test(text) && text.search(unsafePattern()) >= 0)
}

// SPDX-License-Identifier: Apache-2.0

/**
 * Escapes non-ASCII: V8 reads one byte per character faster, and no terminal control remains. Valid in strings,
 * templates and regular expressions.
 */
export function ascii(code: string): string {
  return code.replace(/[^\n\r\t -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

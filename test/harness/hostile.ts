// SPDX-License-Identifier: Apache-2.0
// Strings that repaint a terminal or reorder text, and a scan for unescaped ones.
import { expect } from 'vitest'

/** Escape sequences (7 and 8 bit), bell, backspace, delete, bidi, zero width, line separators. */
export const HOSTILE = '\u001b[32mok\u001b]0;t\u0007\u009b31m\b\u007f\u202eevil\u2066\u200b\u2028\ufeff'

const RAW = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u

/** Expects only text and newlines in valid UTF-8. Colours are allowed if the test says so. */
export function expectHarmless(bytes: Uint8Array | string, options: { readonly colors?: boolean } = {}): void {
  const text = typeof bytes === 'string' ? bytes : new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  const plain = options.colors ? text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[\\d{1,2}m`, 'g'), '') : text
  const at = plain.search(RAW)
  const found = at === -1 ? undefined : JSON.stringify(plain.slice(Math.max(0, at - 60), at + 20))
  expect(found, 'a raw control character').toBeUndefined()
}

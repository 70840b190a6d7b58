// SPDX-License-Identifier: Apache-2.0
import stringWidth from 'fast-string-width'
import { expect, test } from 'vitest'
import { textWidth } from '../../../src/lib/render/width.ts'

test('the shortcut for unmeasured text equals the measured width', () => {
  const different: string[] = []
  for (let code = 0x20; code < 0x3000; code++) {
    const char = String.fromCodePoint(code)
    if (textWidth(char) !== stringWidth(char)) different.push(`U+${code.toString(16)}: ${textWidth(char)}`)
  }
  expect(different).toEqual([])
})

test.each(['é', '日本', '👩‍🚒', '✔️', '\u001b[31mred\u001b[39m', 'a\tb', '\u009b31m', '✖ failed │ 日'])(
  '%j is measured',
  (text) => {
    expect(textWidth(text)).toBe(stringWidth(text))
  },
)

// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { chooseFormat, FACT_FORMATS, FORMATS, formatWords, LIST_FORMATS } from '../../../src/lib/render/formats.ts'

describe('the requested format', () => {
  it.each([
    [undefined, { format: 'table', argument: '' }],
    ['json', { format: 'json', argument: '' }],
    ['jsonpath={.a}={.b}', { format: 'jsonpath', argument: '{.a}={.b}' }],
    ['custom-columns=A:.a', { format: 'custom-columns', argument: 'A:.a' }],
  ])('%s', (text, choice) => {
    expect(chooseFormat(text, LIST_FORMATS)).toEqual(choice)
  })

  it.each([
    ['jsno', 'unknown output format "jsno"', 'did you mean: json, jsonl?'],
    ['', 'unknown output format ""', undefined],
    ['json=x', 'unknown output format "json=x"', 'did you mean: json, jsonl, jsonpath?'],
    ['JSON', 'unknown output format "JSON"', undefined],
    ['dot', 'output format "dot" is not supported by this command', undefined],
    ['toString', 'unknown output format "toString"', undefined],
  ])('%s is refused with the available formats', (text, message, close) => {
    expect(() => chooseFormat(text, LIST_FORMATS)).toThrow(
      expect.objectContaining({
        code: 'USAGE',
        exit: 'usage',
        message,
        hints: [...(close ? [close] : []), `formats: ${formatWords(LIST_FORMATS)}`],
      }),
    )
  })

  it.each(['jsonpath', 'jsonpath=', 'custom-columns', 'custom-columns='])(
    '%s alone is refused with its syntax',
    (text) => {
      expect(() => chooseFormat(text, LIST_FORMATS)).toThrow('requires an expression')
    },
  )

  it('defaults to the first format of the command', () => {
    expect(chooseFormat(undefined, ['tree', 'json']).format).toBe('tree')
    expect(chooseFormat(undefined, FACT_FORMATS).format).toBe('table')
    expect(FORMATS).toContain('junit')
  })
})

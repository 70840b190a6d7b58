// SPDX-License-Identifier: Apache-2.0
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { Sealed } from '../../../src/lib/model/secret/sealed.ts'
import { closestMatches } from '../../../src/lib/model/text/closest-matches.ts'
import { isUnsafe, safeLine, sanitizeForTerminal } from '../../../src/lib/model/text/sanitize.ts'
import { formatAge, parseDuration } from '../../../src/lib/model/text/time.ts'
import { expectHarmless, HOSTILE } from '../../harness/hostile.ts'

describe('sanitized strings', () => {
  it('make dangerous characters visible and keep the others', () => {
    expect(sanitizeForTerminal('\u001b[31m')).toBe('\\u{1b}[31m')
    expect(sanitizeForTerminal('\u009b\u202e\u200b\u2028\ud800')).toBe('\\u{9b}\\u{202e}\\u{200b}\\u{2028}\\u{d800}')
    expect(sanitizeForTerminal('ä 日本 é 👍\n\t')).toBe('ä 日本 é 👍\n\t')
    expectHarmless(safeLine(HOSTILE))
  })

  it('cover every dangerous character of the basic plane', () => {
    for (let code = 0; code <= 0xffff; code++) {
      const char = String.fromCharCode(code)
      const control = code < 0x20 || (code >= 0x7f && code <= 0x9f)
      const bidi = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)
      const invisible = (code >= 0x200b && code <= 0x200f) || code === 0xfeff || code === 0x2028 || code === 0x2029
      const lone = code >= 0xd800 && code <= 0xdfff
      if (control || bidi || invisible || lone) expect(safeLine(char), code.toString(16)).not.toContain(char)
    }
  })

  it('fit on one line where required, and are limited in length', () => {
    expect(safeLine('a\n\tb')).toBe('a b')
    expect(sanitizeForTerminal('x'.repeat(5000))).toHaveLength(4096 + '… (904 more)'.length)
    expect(isUnsafe('plain')).toBe(false)
    expect(isUnsafe('\u001b')).toBe(true)
  })
})

describe('sealed values', () => {
  const sealed = new Sealed('canary', 'abcd1234')
  it.each([
    ['JSON', JSON.stringify({ sealed })],
    ['a template', `${sealed}`],
    ['inspect', inspect({ sealed }, { showHidden: true, depth: 9 })],
    ['inspect of the value itself', inspect(sealed, { showHidden: true, customInspect: false })],
    ['its own keys', Object.entries(sealed).join()],
    ['a copy', JSON.stringify({ ...sealed })],
  ])('%s does not show the value', (_, text) => {
    expect(text).not.toContain('canary')
  })

  it('cannot be cloned', () => {
    expect(JSON.stringify(structuredClone(sealed))).not.toContain('canary')
  })
})

describe('closest names', () => {
  it.each([
    ['contxts', ['contexts', 'demo', 'version'], ['contexts']],
    ['prod', ['production', 'pord', 'stage'], ['pord', 'production']],
    ['custmer-a', ['finance-prod', 'customer-a-prod', 'customer-b-staging'], ['customer-a-prod']],
    ['xyz', ['management', 'storage'], []],
    ['a', ['b', 'abc'], ['b', 'abc']],
    ['', ['ab', 'abcd'], ['ab']],
  ])('%s of %j', (typed, names, expected) => {
    expect(closestMatches(typed, names)).toEqual(expected)
  })
})

describe('durations and ages', () => {
  it.each([
    ['15s', 15_000],
    ['500ms', 500],
    ['1h30m', 5_400_000],
    ['7', 7000],
    ['0.5', 500],
    ['1.5m', 90_000],
    ['2d', 172_800_000],
  ])('%s', (text, ms) => {
    expect(parseDuration(text)).toBe(ms)
  })

  it.each([[''], ['5x'], ['-1s'], ['s'], ['1 s'], ['Infinity'], ['1e9s']])('"%s" is invalid', (text) => {
    expect(parseDuration(text)).toBeUndefined()
  })

  it.each([
    [-5, '0s'],
    [119_000, '119s'],
    [120_000, '2m'],
    [7_200_000, '2h'],
    [172_800_000, '2d'],
    [63_072_000_000, '2y'],
  ])('%i ms is %s', (ms, text) => {
    expect(formatAge(ms)).toBe(text)
  })
})

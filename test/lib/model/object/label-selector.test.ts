// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { parseSelector, SelectorError } from '../../../../src/lib/model/object/label-selector.ts'

const LABELS = { env: 'prod', 'example.com/tier': 'gold', empty: '', weight: '10' }

describe('selectors have the semantics of kubectl', () => {
  it.each([
    ['', true],
    ['env', true],
    ['!env', false],
    ['! env', false],
    ['other', false],
    ['!other', true],
    ['env=prod', true],
    ['env==prod', true],
    ['env = prod', true],
    ['env=test', false],
    ['env!=prod', false],
    ['env!=test', true],
    ['other!=test', true],
    ['other=', false],
    ['empty=', true],
    ['empty', true],
    ['env!=', true],
    ['env in (prod,test)', true],
    ['env in ( test , prod )', true],
    ['env in(test)', false],
    ['env notin (prod)', false],
    ['env notin (test)', true],
    ['other notin (test)', true],
    ['other in (test)', false],
    ['empty in ()', true],
    ['empty in (a,)', true],
    ['env in (,prod)', true],
    ['example.com/tier=gold', true],
    ['env=prod,example.com/tier in (gold,silver),!other', true],
    ['env=prod,other', false],
    ['in in (a)', false],
    ['notin', false],
    ['weight>9', true],
    ['weight>10', false],
    ['weight<11', true],
    ['env>1', false],
    ['constructor', false],
  ])('%s', (text, expected) => {
    expect(parseSelector(text).matches(LABELS)).toBe(expected)
  })

  it('an object without labels has none', () => {
    expect(parseSelector('env').matches(undefined)).toBe(false)
    expect(parseSelector('!env').matches(undefined)).toBe(true)
  })
})

describe('an invalid selector is an error', () => {
  it.each([
    ['env=prod,', 'nothing follows the last comma'],
    [',env', 'a label is missing before ","'],
    ['=prod', 'a label is missing before "="'],
    ['!', 'a label is missing at its end'],
    ['env prod', '"prod" after "env" is none of =, ==, !=, in, notin, <, >'],
    ['env=prod test', 'a comma is missing before "test"'],
    ['env in prod', '( is missing: write "env in (a,b)"'],
    ['env in (prod', 'the ( after "env in" is not closed'],
    ['env in (a b)', 'a comma is missing before "b"'],
    ['env=-prod', '"-prod" is no value of a label: letters, digits, - _ and . only, 63 at most'],
    [`env=${'a'.repeat(64)}`, /is no value of a label/],
    ['a/b/c', '"a/b/c" is no label, write for example env or example.com/env'],
    ['Example.com/env', /is no label/],
    ['__proto__', /is no label/],
    ['weight>heavy', '"weight" > needs a whole number'],
    ['env=\u001b[31m', /"\\u\{1b\}\[31m" is no value/],
  ])('%s', (text, message) => {
    expect(() => parseSelector(text)).toThrow(SelectorError)
    expect(() => parseSelector(text)).toThrow(message)
  })
})

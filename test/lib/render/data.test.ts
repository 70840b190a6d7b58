// SPDX-License-Identifier: Apache-2.0
// JSON and YAML output is safe to print on a terminal and keeps its meaning.
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { toJson, toYaml } from '../../../src/lib/render/data.ts'
import { expectHarmless, HOSTILE } from '../../harness/hostile.ts'

const DOCUMENT = {
  [HOSTILE]: HOSTILE,
  list: [HOSTILE, `a\n${HOSTILE}`, 'plain', '', '- x', 'yes', '1e3', '\u{e0041}'],
  nested: { 'key: x': null, number: 1, flag: true },
}

describe('hostile strings', () => {
  it('JSON escapes them and parses back to them', () => {
    const text = toJson(DOCUMENT)
    expectHarmless(text)
    expect(JSON.parse(text)).toEqual(DOCUMENT)
  })

  it('YAML escapes them and parses back to them', async () => {
    const text = await toYaml(DOCUMENT)
    expectHarmless(text)
    expect(parse(text)).toEqual(DOCUMENT)
  })
})

// SPDX-License-Identifier: Apache-2.0
// The texts of the checks: plain technical English, and nothing under "by hand" that changes a cluster.
import { describe, expect, it } from 'vitest'
import { UNEXPLAINED } from '../../../src/lib/assess/unexplained.ts'
import { FAILURE_MODES } from '../../../src/lib/checks/failure-modes.ts'
import { CHECKS } from '../../../src/lib/checks/index.ts'

const ALL = [...CHECKS, UNEXPLAINED]

/** What the glossary replaces, and verbs that are a literal translation. */
const BANNED =
  /\b(somebody|nobody|whoever|mostly|mended?|mends|for ever|anew|asked for|asks for|all the same|without a word|any more|used up|too little room|no room|tells? the|says? so|stands? on|is well|are well|switch(ed)? (on|off)|told)\b/i

/** Subcommands and programs that change something, or hand out a new credential. */
const WRITES =
  /(?<=\s)(annotate|apply|cordon|create|delete|drain|edit|label|patch|reconcile|replace|resume|rollout|run|scale|suspend|taint|set|bao (read|write|kv put))(?=\s|$)/

describe.each(ALL)('the texts of $id', ({ title, why, fix, byHand }) => {
  it('state the problem in a short headline', () => {
    expect(title).toMatch(/^[A-Za-z].{0,71}$/)
    expect(title).not.toMatch(/^(A|An|The) |\.$/)
  })

  it.each([why, fix])('use the words of the glossary: %s', (text) => {
    expect(`${title} ${text}`).not.toMatch(BANNED)
    expect(text).toMatch(/^[A-Za-z].*\.$/s)
  })

  it('say when a deletion is safe', () => {
    const deletions = fix.split(/(?<=[.:;]) /).filter((sentence) => /\bdelete (?!what )/i.test(sentence))
    const unsafe = deletions.filter(
      (sentence) => !/\b(not|only|before|failed|finished|if|when|after|until)\b/i.test(sentence),
    )
    expect(unsafe).toEqual([])
  })

  it('verify by hand without a write, in a named cluster', () => {
    const commands = byHand.map((line) => line.replace(/\s+#.*$/, ''))
    expect(commands.filter((line) => WRITES.test(line.replaceAll(/'[^']*'|"[^"]*"|--[\w-]+/g, '')))).toEqual([])
    const parts = commands.flatMap((line) => line.match(/\b(kubectl|flux) [^|]*/g) ?? [])
    expect(parts.filter((line) => !/--context [A-Z]|--kubeconfig|kubectl c5c3 /.test(line))).toEqual([])
  })
})

it('no two checks have the same title', () => {
  expect(new Set(ALL.map(({ title }) => title)).size).toBe(ALL.length)
})

it('failure modes use the words of the glossary', () => {
  expect(Object.values(FAILURE_MODES).filter((name) => BANNED.test(name) || /^(A|An|The) /.test(name))).toEqual([])
})

// SPDX-License-Identifier: Apache-2.0
// The pages for users are written in the words of the glossary (docs/concepts.md).
import { expect, it } from 'vitest'
import { PAGES, textOf } from './documents.ts'

/** Generated from the commands, or written for contributors. */
const EXEMPT = /^(docs\/commands\.md|docs\/adr\/|bench\/|ARCHITECTURE|CHANGELOG|CONTRIBUTING|SECURITY)/
const USER_PAGES = PAGES.filter((page) => !EXEMPT.test(page))

const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/\b(somebody|nobody|whoever|anybody)\b/i, 'name who does it'],
  [/\blandscapes?\b/i, 'fleet'],
  [/\b(is|are|not|everything) well\b/i, 'healthy, unhealthy'],
  [/\bmend(s|ed)?\b/i, 'fix'],
  [/\b(asked|asks) for\b/i, 'requested, requests'],
  [/\bstands? on\b/i, 'depends on'],
  [/\bthe way (in|into|to)\b/i, 'access'],
  [/\ball the same\b|\bfor ever\b|\banew\b|\bmostly\b/i, 'plain English'],
  [/\bnot seen\b(?!:)|\bunseen\b/i, 'unreachable, forbidden, not readable'],
  [/\bconsequences?\b/i, 'impact, affected objects'],
  [/\blet (you|us|me) in\b/i, 'access was denied'],
  [/\bfirst blocker\b/i, 'root cause'],
  [/\btold from\b/i, 'cached (last observed by Crossplane)'],
]

it.each(USER_PAGES)('%s uses the words of the glossary', (page) => {
  const wrong = textOf(page)
    .split('\n')
    .flatMap((line, i) =>
      REPLACED.filter(([phrase]) => phrase.test(line)).map(([phrase, use]) => `line ${i + 1}: ${phrase} → ${use}`),
    )
  expect(wrong).toEqual([])
})

it('covers the README and the checks', () => {
  expect(USER_PAGES).toEqual(expect.arrayContaining(['README.md', 'docs/checks.md', 'docs/concepts.md']))
})

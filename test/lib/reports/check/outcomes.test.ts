// SPDX-License-Identifier: Apache-2.0
// What could not run is one line for each reason, however many checks and clusters it concerns.
import { describe, expect, it } from 'vitest'
import type { Gap } from '../../../../src/lib/model/landscape/gap.ts'
import { cataloguedChecks, couldNotRunLines } from '../../../../src/lib/reports/check/outcomes.ts'
import type { CheckRow } from '../../../../src/lib/reports/check/report.ts'

const row = (id: string, hidden: readonly string[] = []): CheckRow => ({
  id,
  category: 'storage',
  severity: 'error',
  title: id,
  outcome: hidden.length > 0 ? 'unknown' : 'ok',
  findings: 0,
  hidden,
})

const GAPS: readonly Gap[] = [
  { cluster: 'storage/a', fault: 'unreachable', message: 'unreachable (ECONNREFUSED)' },
  { cluster: 'storage/b', fault: 'timeout', message: 'unreachable (timeout)' },
  { cluster: 'management', kind: 'Secret', fault: 'forbidden', message: 'forbidden: list secrets' },
]

const lines = (checks: readonly CheckRow[], isWide = false) =>
  couldNotRunLines(
    {
      checks,
      completeness: {
        complete: false,
        clusters: ['management', 'storage/a', 'storage/b'].map((name) => ({ name, complete: false })),
        gaps: GAPS,
      },
    },
    isWide,
  ).map(({ text }) => text)

const [DOWN_A, DOWN_B, SECRETS] = [
  'storage/a: unreachable (ECONNREFUSED)',
  'storage/b: unreachable (timeout)',
  'management: forbidden: list secrets',
] as const

describe('checks that could not run', () => {
  it('name each unreachable cluster once, whatever the error of each', () => {
    expect(lines([row('one', [DOWN_A]), row('two', [DOWN_A, DOWN_B]), row('three')])).toEqual([
      '? 2 of 3 checks could not run: 2 of 3 clusters are unreachable: storage/a, storage/b',
    ])
  })

  it('have one line for each other reason', () => {
    expect(lines([row('one', [DOWN_A]), row('two', [SECRETS]), row('three', [SECRETS])])).toEqual([
      '? 1 of 3 checks could not run: 1 of 3 clusters is unreachable: storage/a',
      '? 2 of 3 checks could not run: forbidden: list secrets (management)',
    ])
  })

  it('are listed with -o wide', () => {
    expect(lines([row('one', [SECRETS]), row('two', [SECRETS])], true)).toContain('  one, two')
  })

  it('have no line if all ran', () => expect(lines([row('one')])).toEqual([]))
})

it('counts the checks that check --list lists', () => {
  const all = [row('one'), row('unexplained'), row('condition-reported')]
  expect(cataloguedChecks(all).map(({ id }) => id)).toEqual(['one'])
})

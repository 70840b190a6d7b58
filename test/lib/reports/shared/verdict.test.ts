// SPDX-License-Identifier: Apache-2.0
// Verdict and exit code from states and gaps.
import { describe, expect, it } from 'vitest'
import { isFine, STATES } from '../../../../src/lib/model/graph/health.ts'
import type { Gap } from '../../../../src/lib/model/landscape/gap.ts'
import type { State } from '../../../../src/lib/model/report/report.ts'
import { journalVerdictOf, verdictOf } from '../../../../src/lib/reports/shared/verdict.ts'
import { darkness, forbidden, type SmallCluster, snapshotOf } from '../../graph/small.ts'

const LANDSCAPE: Readonly<Record<string, SmallCluster>> = {
  management: {},
  'control-plane/one': {},
  'control-plane/two': {},
  'storage/one': {},
}

function verdict(
  states: readonly State[],
  gaps: readonly Gap[] = [],
  more: { allow?: boolean; clusters?: string[] } = {},
) {
  const names = more.clusters ?? Object.keys(LANDSCAPE)
  const clusters = Object.fromEntries(names.map((name) => [name, LANDSCAPE[name] ?? {}]))
  const snapshot = { ...snapshotOf({ kinds: [], clusters }), gaps }
  const { verdict: state, exitCode } = verdictOf({ snapshot, states, allowIncomplete: more.allow ?? false })
  return [state, exitCode]
}

describe('verdict and exit code', () => {
  it.each<[readonly State[], State, number]>([
    [['healthy'], 'healthy', 0],
    [['healthy', 'off'], 'off', 0],
    [['healthy', 'not installed'], 'not installed', 0],
    [['suspended', 'healthy'], 'suspended', 0],
    [['healthy', 'maintenance'], 'maintenance', 0],
    [['healthy', 'progressing'], 'progressing', 1],
    [['healthy', 'degraded'], 'degraded', 1],
    [['degraded', 'failed'], 'failed', 1],
    [['healthy', 'unknown'], 'unknown', 3],
    [['unknown', 'degraded'], 'degraded', 1],
    [[], 'unknown', 3],
  ])('%j is %s, exit %i', (states, state, exit) => {
    expect(verdict(states)).toEqual([state, exit])
  })

  it.each<[string, readonly State[], Gap[], State, number]>([
    ['a kind', ['healthy'], [forbidden('storage/one', 'X')], 'unknown', 3],
    ['a cluster', ['healthy'], [darkness('storage/one')], 'unknown', 3],
    ['a control plane', ['healthy'], [darkness('control-plane/one')], 'unknown', 3],
    ['a kind, and something is bad', ['failed'], [forbidden('storage/one', 'X')], 'failed', 1],
    ['a kind of the management cluster', ['healthy'], [forbidden('management', 'X')], 'unknown', 3],
    ['the management cluster', ['healthy'], [darkness('management')], 'unknown', 7],
    ['the management cluster, and something is bad', ['failed'], [darkness('management')], 'failed', 7],
    ['every control plane', ['healthy'], [darkness('control-plane/one'), darkness('control-plane/two')], 'unknown', 3],
  ])('a gap hides %s', (_, states, gaps, state, exit) => {
    expect(verdict(states, gaps)).toEqual([state, exit])
  })

  it('an object in progress exits 1 also if the verdict is unknown', () => {
    expect(verdict(['progressing'], [forbidden('storage/one', 'X')])).toEqual(['unknown', 1])
    expect(verdict(['progressing', 'unknown'])[1]).toBe(1)
  })

  it.each([
    ['a failed subject', [], ['failed', 0]],
    ['a failed subject beside a gap', [forbidden('storage/one', 'X')], ['failed', 3]],
    ['an unreachable management cluster', [darkness('management')], ['failed', 7]],
  ] as const)('a journal does not judge %s', (_, gaps, expected) => {
    const snapshot = { ...snapshotOf({ kinds: [], clusters: LANDSCAPE }), gaps }
    const { verdict: state, exitCode } = journalVerdictOf({ snapshot, states: ['failed'], allowIncomplete: false })
    expect([state, exitCode]).toEqual(expected)
  })

  it('without a management cluster every control plane must be dark to be locked out', () => {
    const clusters = ['control-plane/one', 'control-plane/two', 'storage/one']
    const one = [darkness('control-plane/one')]
    expect(verdict(['healthy'], one, { clusters })).toEqual(['unknown', 3])
    expect(verdict([], [...one, darkness('control-plane/two')], { clusters })).toEqual(['unknown', 7])
    expect(verdict(['healthy'], [darkness('storage/one')], { clusters })).toEqual(['unknown', 3])
  })

  it('--allow-incomplete turns exit 3, and only 3, into 0', () => {
    const hidden = [forbidden('storage/one', 'X')]
    expect(verdict(['healthy'], hidden, { allow: true })).toEqual(['unknown', 0])
    expect(verdict(['unknown'], [], { allow: true })).toEqual(['unknown', 0])
    expect(verdict(['failed'], hidden, { allow: true })).toEqual(['failed', 1])
    expect(verdict(['progressing'], hidden, { allow: true })[1]).toBe(1)
    expect(verdict(['healthy'], [darkness('management')], { allow: true })).toEqual(['unknown', 7])
  })

  it('exit 0 means that everything was read and is healthy, in every combination', () => {
    for (const a of STATES)
      for (const b of STATES)
        for (const gaps of [[], [forbidden('storage/one', 'X')]]) {
          const [, exit] = verdict([a, b], gaps)
          expect(exit === 0, `${a}, ${b}, ${gaps.length} gaps`).toBe(isFine(a) && isFine(b) && gaps.length === 0)
        }
  })
})

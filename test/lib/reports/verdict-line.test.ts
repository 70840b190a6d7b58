// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import type { State } from '../../../src/lib/model/report/report.ts'
import { firstSentence } from '../../../src/lib/model/text/first-sentence.ts'
import { verdictLine } from '../../../src/lib/reports/lists/verdict-line.ts'

const line = (verdict: State, ...states: State[]) => verdictLine({ states, one: 'pool', many: 'pools', verdict }).text

describe('verdictLine', () => {
  it.each([
    [line('healthy', 'healthy', 'healthy'), '✔ all 2 pools are healthy'],
    [line('healthy', 'healthy'), '✔ the pool is healthy'],
    [line('failed', 'degraded', 'failed', 'healthy'), '✖ 1 of 3 pools failed · 1 degraded · 1 healthy'],
    [line('unknown', 'unknown', 'healthy'), '? 1 of 2 pools is unknown · 1 healthy'],
    [line('progressing', 'progressing', 'progressing'), '… 2 of 2 pools are progressing'],
    [line('healthy', 'maintenance', 'healthy'), '⚒ 1 of 2 pools is in maintenance (planned) · 1 healthy'],
    [line('off'), '· no pools found'],
  ])('%s', (text, expected) => expect(text).toBe(expected))

  it('never calls everything healthy when something could not be read', () => {
    expect(line('unknown', 'healthy', 'healthy')).toBe('? 2 pools read, all healthy; not everything could be read')
    expect(line('unknown', 'maintenance', 'healthy')).toContain('not everything could be read')
    expect(line('unknown')).toBe('? no pools found in what could be read')
  })
})

describe('firstSentence', () => {
  it.each([
    ['Kubelet stopped posting node status. It may be down.', 'Kubelet stopped posting node status'],
    ['MON_DOWN: 2/5 mons down,\nquorum a,b,d', 'MON_DOWN: 2/5 mons down, quorum a,b,d'],
    ['got 500: {"error":"x. y"}', 'got 500: {"error":"x. y"}'],
  ])('%s', (message, expected) => expect(firstSentence(message)).toBe(expected))

  it('cuts a long sentence to 120 characters', () => {
    expect(firstSentence('a'.repeat(300))).toBe(`${'a'.repeat(119)}…`)
  })
})

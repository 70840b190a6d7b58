// SPDX-License-Identifier: Apache-2.0
// Exit code and verdict for clusters that are unreachable, wrong or forbidden.
import { describe, expect, it } from 'vitest'
import type { Role } from '../../../../src/lib/model/landscape/role.ts'
import { EXIT, EXIT_ORDER, type ExitName, worstExit } from '../../../../src/lib/model/report/errors.ts'
import { type ContextCheckRow, contextsCheckReport } from '../../../../src/lib/reports/contexts/check.ts'
import { type ContextRow, contextsReport } from '../../../../src/lib/reports/contexts/report.ts'

const row = (role: Role, state: 'live' | 'dark' | 'wrong' = 'live'): ContextRow => ({
  name: role,
  roles: [{ role, name: role }],
  reachable: state !== 'dark',
  origins: ['test'],
  ...(state === 'dark' ? { failure: { fault: 'unreachable', message: 'gone' } } : { uid: 'u' }),
  ...(state === 'wrong' ? { pinnedUid: 'other' } : {}),
})

describe('contexts', () => {
  it.each([
    ['all answer', [row('management'), row('storage')], 0, 'healthy'],
    ['a pool is unreachable', [row('management'), row('storage', 'dark')], 3, 'unknown'],
    ['management is unreachable', [row('management', 'dark'), row('storage')], 7, 'unknown'],
    ['a cluster is another one', [row('management'), row('storage', 'wrong')], 1, 'failed'],
    [
      'another identity, and an unreachable cluster',
      [row('storage', 'wrong'), row('management'), row('garden', 'dark')],
      1,
      'failed',
    ],
    ['another identity, and management unreachable', [row('storage', 'wrong'), row('management', 'dark')], 7, 'failed'],
    ['one of two control planes is unreachable', [row('control-plane'), row('control-plane', 'dark')], 3, 'unknown'],
    ['all control planes are unreachable', [row('control-plane', 'dark'), row('storage')], 7, 'unknown'],
    ['only pools, one unreachable', [row('hypervisor'), row('storage', 'dark')], 3, 'unknown'],
  ] as const)('%s', (_, clusters, exitCode, verdict) => {
    const report = contextsReport({ clusters, notes: [], allowIncomplete: false })
    expect(report).toMatchObject({ exitCode, verdict })
    expect(report.completeness.complete).toBe(clusters.every(({ reachable }) => reachable))
  })
})

describe('contexts check', () => {
  const check = (more: Partial<ContextCheckRow>): ContextCheckRow => ({
    ...row('management'),
    permissions: [],
    ...more,
  })
  const list = (resource: string, allowed: boolean | undefined, onlyFor?: string) => ({
    verb: 'list',
    resource,
    allowed,
    ...(onlyFor ? { onlyFor } : {}),
  })

  it.each([
    ['all is allowed', check({ permissions: [list('nodes', true)] }), 0, 'healthy'],
    ['something is not allowed', check({ permissions: [list('nodes', false)] }), 1, 'failed'],
    ['only some commands need it', check({ permissions: [list('secrets', false, 'credentials')] }), 0, 'healthy'],
    ['it could not be asked', check({ permissions: [list('nodes', undefined)] }), 3, 'unknown'],
    ['the clock is 6 minutes off', check({ clockSkew: 360_000 }), 1, 'failed'],
    ['the clock is 6 minutes off the other way', check({ clockSkew: -360_000 }), 1, 'failed'],
    ['the clock is a minute off', check({ clockSkew: 60_000 }), 0, 'healthy'],
    ['another identity', check({ pinnedUid: 'other' }), 1, 'failed'],
  ] as const)('%s', (_, cluster, exitCode, verdict) => {
    const report = contextsCheckReport({ clusters: [cluster], notes: [], allowIncomplete: false })
    expect(report).toMatchObject({ exitCode, verdict })
  })

  it('a failed access review is a gap, also with --allow-incomplete', () => {
    const clusters = [check({ permissions: [list('nodes', undefined)] })]
    const report = contextsCheckReport({ clusters, notes: [], allowIncomplete: true })
    expect(report).toMatchObject({ exitCode: 0, verdict: 'unknown', completeness: { complete: false } })
  })
})

describe('exit codes', () => {
  it('every name has a rank, and the worst wins', () => {
    expect([...EXIT_ORDER].sort()).toEqual((Object.keys(EXIT) as ExitName[]).sort())
    expect(EXIT_ORDER.map((name) => EXIT[name])).toEqual([70, 74, 2, 5, 4, 7, 8, 6, 1, 3, 0])
    expect(worstExit(['ok', 'incomplete', 'findings'])).toBe('findings')
    expect(worstExit([])).toBe('ok')
  })
})

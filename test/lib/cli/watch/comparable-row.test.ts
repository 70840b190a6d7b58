// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { watchedRow } from '../../../../src/lib/cli/watch/comparable-row.ts'
import { rowChanges, verdictChange, watchedRows } from '../../../../src/lib/cli/watch/row-changes.ts'
import type { Report } from '../../../../src/lib/model/report/report.ts'

const CEPH = { kind: 'CephCluster', namespace: 'rook-ceph', name: 'rook-ceph', cluster: 'storage/a' }

const CASES: readonly (readonly [title: string, row: object, state: string, says: string])[] = [
  [
    'a healthy object has no reason',
    { state: 'healthy', own: 'healthy', reason: 'Available', message: 'ok' },
    'healthy',
    '',
  ],
  [
    'an object that is healthy itself names what blocks it, not its own message',
    {
      state: 'failed',
      own: 'healthy',
      reason: 'Available',
      blocker: { ...CEPH, state: 'failed', reason: 'HEALTH_ERR' },
    },
    'failed',
    'CephCluster/rook-ceph/rook-ceph@storage/a failed HEALTH_ERR',
  ],
  [
    'an object that is healthy itself and only waits names that',
    { state: 'failed', own: 'healthy', reason: 'Ready', waitsFor: 'CephCluster/rook-ceph/rook-ceph@storage/a' },
    'failed',
    'blocked by CephCluster/rook-ceph/rook-ceph@storage/a',
  ],
  [
    'one that is its own blocker says why once',
    { ...CEPH, state: 'failed', own: 'failed', blocker: { ...CEPH, state: 'failed', reason: 'X', message: 'y' } },
    'failed',
    'X: y',
  ],
  ['its own message otherwise', { state: 'degraded', own: 'degraded', reason: 'X', message: 'y' }, 'degraded', 'X: y'],
  [
    'a report that considers more than the object decides: the client is healthy, its copy is not',
    {
      ...CEPH,
      state: 'healthy',
      own: 'healthy',
      reason: 'Ready',
      judged: 'failed',
      copies: [{ namespace: 'x', name: 'copy', cluster: 'control-plane/c', judged: 'failed', message: 'differs' }],
    },
    'failed',
    'x/copy@control-plane/c differs',
  ],
  [
    'what a check found on it, unless that only follows',
    {
      state: 'progressing',
      own: 'progressing',
      reason: 'Progressing',
      findings: [
        { message: 'not this', follows: true },
        { message: 'Keystone has no project', severity: 'error' },
      ],
    },
    'progressing',
    'Keystone has no project',
  ],
  [
    'the broken hop of a chain',
    {
      state: 'failed',
      hops: [
        { kind: 'Secret', name: 'a', cluster: 'c', state: 'healthy', message: 'synced' },
        { kind: 'PushSecret', name: 'b', cluster: 'c', state: 'failed', message: 'denied', broken: true },
      ],
    },
    'failed',
    'PushSecret/b@c denied',
  ],
  [
    'the unhealthy part of a host',
    { state: 'degraded', node: { state: 'failed', reason: 'Down' } },
    'degraded',
    'Down',
  ],
  ['a new revision of a healthy object', { state: 'healthy', own: 'healthy', revision: 'main@1' }, 'healthy', 'main@1'],
]

describe('a watched row', () => {
  it.each(CASES)('%s', (_, row, state, says) => {
    expect(watchedRow(row)).toMatchObject({ state, says })
  })
})

describe('what changed', () => {
  const report = (rows: readonly object[]) => ({ kind: 'Tree', rows }) as unknown as Report
  const show = (watched?: readonly object[]) =>
    ({ view: () => ({ blocks: [] }), rows: { field: 'rows', ...(watched ? { watched: () => watched } : {}) } }) as never

  it('considers every row: one that joins a group is not gone', () => {
    const healthy = [{ ...CEPH, state: 'healthy' }]
    const before = watchedRows(report(healthy), show(healthy))
    const after = watchedRows(report([{ group: { kind: 'CephCluster', count: 1 } }]), show(healthy))
    expect(rowChanges(before, after)).toEqual([])
  })

  it('identifies a row by its first position', () => {
    const rows = [
      { ...CEPH, state: 'healthy', depth: 1 },
      { ...CEPH, state: 'healthy', depth: 2, seenAbove: true },
    ]
    expect([...watchedRows(report(rows), show()).values()].map(({ row }) => row)).toEqual([rows[0]])
  })

  it.each([
    ['Tree', 'healthy', 'failed', { from: 'healthy', to: 'failed', exitCode: 1 }],
    ['Tree', 'failed', 'failed', undefined],
    ['Tree', undefined, 'failed', undefined],
    ['Events', 'healthy', 'failed', undefined],
  ] as const)('the verdict of %s: %s, then %s', (kind, before, verdict, expected) => {
    expect(verdictChange(before, { kind, verdict, exitCode: 1 } as unknown as Report)).toEqual(expected)
  })
})

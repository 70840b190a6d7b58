// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest'
import { shortfall } from '../../../../src/lib/kinds/claims/pool-members.ts'

const POOL = { apiVersion: 'v1', kind: 'Pool', metadata: { name: 'a', creationTimestamp: '2026-01-01T00:00:00Z' } }
const NOW = Date.parse('2026-11-16T12:00:00Z')
const notReady = (...names: string[]) =>
  names.map((name) => ({ kind: 'Node', name, says: 'NotReady: kubelet is gone' }))

it.each([
  ['one', notReady('st-a-003'), '4 of 5 nodes are well, not st-a-003'],
  ['a whole rack', notReady('a', 'b', 'c', 'd'), '4 of 5 nodes are well, not a, b, c …'],
  ['one that is simply not there', [], '4 of 5 nodes are well'],
])('a set that lacks %s names what to inspect', (_, members, message) => {
  const counted = { total: 5, fine: 4, unknown: 0, bad: members }
  const health = shortfall(POOL, counted, { what: 'nodes', number: 5 }, NOW)
  expect(health).toMatchObject({ state: 'degraded', reason: 'TooFew', message })
  expect(health?.evidence?.slice(1)).toEqual(
    members.slice(0, 3).map(({ name }) => ({ path: `Node ${name}`, value: 'NotReady: kubelet is gone' })),
  )
})

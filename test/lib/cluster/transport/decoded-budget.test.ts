// SPDX-License-Identifier: Apache-2.0
// Limits for decompressed responses held in memory, per cluster and per process.
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { clientOf } from '../../../../src/lib/cluster/client.ts'
import { readBody } from '../../../../src/lib/cluster/transport/decode.ts'
import { DecodedBudget } from '../../../../src/lib/cluster/transport/decoded-budget.ts'
import { faults } from '../../../faults/server.ts'
import { GET, open, serve } from './setting.ts'

const MB = 1_048_576
/** Bytes of each response that do not count. */
const UNCOUNTED = 262_144

const take = (budget: DecodedBudget, bytes: number) => {
  const share = budget.share()
  share.take(UNCOUNTED)
  share.take(bytes)
  return share
}

describe('the budget', () => {
  test('is used by responses that are held, and freed when they are released', () => {
    const budget = new DecodedBudget(10 * MB, 'this cluster')
    const first = take(budget, 6 * MB)
    expect(() => take(budget, 5 * MB)).toThrow('the answers of this cluster need more than 10 MB at one time')
    first.release()
    first.release()
    take(budget, 10 * MB)
    expect(() => take(budget, 1)).toThrow(expect.objectContaining({ fault: 'toolarge', again: 'reads' }))
  })

  test('of the process counts the responses of all clusters', () => {
    const all = new DecodedBudget(10 * MB, 'all clusters')
    const [one, other] = [
      new DecodedBudget(8 * MB, 'this cluster', all),
      new DecodedBudget(8 * MB, 'this cluster', all),
    ]
    const share = take(one, 8 * MB)
    expect(() => take(other, 3 * MB)).toThrow('the answers of all clusters need more than 10 MB at one time')
    take(other, 2 * MB)
    share.release()
    take(other, 6 * MB)
  })

  test('that is used up still allows small responses', () => {
    const budget = new DecodedBudget(MB, 'this cluster')
    take(budget, MB)
    for (let i = 0; i < 100; i++) budget.share().take(UNCOUNTED)
  })
})

test('stops decompression when the deadline has passed', async () => {
  const deadline = new AbortController()
  const body = Readable.from([gzipSync(Buffer.alloc(60 * MB, ' '))])
  const incoming = { status: 200, headers: { 'content-encoding': 'gzip' }, body, complete: () => true }
  let bytes = 0
  const share = {
    take: (more: number) => {
      bytes += more
      if (bytes > MB) deadline.abort(new DOMException('', 'TimeoutError'))
    },
    release: () => {},
  }
  const read = readBody(incoming, { headers: true, bytes: 0 }, { signal: deadline.signal, share })
  await expect(read).rejects.toMatchObject({ fault: 'timeout' })
  expect(bytes).toBeLessThan(2 * MB)
})

test('is never exhausted by sequential responses', { timeout: 60_000 }, async () => {
  const answer = gzipSync(`{"kind":"Filler","apiVersion":"v1","text":"${' '.repeat(60 * MB)}"}`)
  const server = await serve({ match: () => faults.body(answer, { 'content-encoding': 'gzip' }) })
  const client = clientOf(server.config(), open(server.config()))
  for (let i = 0; i < 6; i++) await client.raw(GET)
  expect(server.seen).toHaveLength(6)
})

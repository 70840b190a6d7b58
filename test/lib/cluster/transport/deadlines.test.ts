// SPDX-License-Identifier: Apache-2.0
// No request outlives its deadline, whatever happens below the transport.
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { attempt, type TransportAttempt } from '../../../../src/lib/cluster/transport/attempt.ts'
import type { Incoming } from '../../../../src/lib/cluster/transport/exchange.ts'
import type { ConnectionPool, ConnectionSlot } from '../../../../src/lib/cluster/transport/pool.ts'
import type { ServerTarget } from '../../../../src/lib/cluster/transport/target.ts'
import { renderKubeconfig } from '../../../../src/lib/embedded/scenario/kubeconfig.ts'
import { bearer } from '../../../faults/clients.ts'
import { startHeadlessServer } from '../../../faults/headless.ts'
import { runCli } from '../../../harness/run-cli.ts'
import { tempFolder } from '../../../harness/temp-folder.ts'

const TARGET = { host: 'api.example', port: 6443 } as ServerTarget
const never = <T>() => new Promise<T>(() => {})

/** A pool whose connections ignore the abort signal. */
function poolOf(exchange: ConnectionSlot['exchange']) {
  const calls: string[] = []
  const place: ConnectionSlot = {
    exchange,
    distrust: () => void calls.push('distrust'),
    leave: () => void calls.push('leave'),
  }
  return { pool: { place: async () => place } as unknown as ConnectionPool, calls }
}

const task = (signal: AbortSignal, use: TransportAttempt<string>['use'], limit = 50): TransportAttempt<string> => ({
  outgoing: { method: 'GET', path: '/', headers: {}, body: undefined },
  credential: bearer('token'),
  purpose: 'request',
  limit,
  signal,
  use,
})

const incoming = (body = new Readable({ read() {} })): Incoming => ({
  status: 200,
  headers: {},
  body,
  complete: () => false,
})

describe('a connection that never settles', () => {
  const alive = new AbortController().signal

  test('before the headers: the request ends at its deadline', async () => {
    const { pool, calls } = poolOf(() => never())
    await expect(attempt(pool, TARGET, task(alive, never))).rejects.toMatchObject({
      fault: 'timeout',
      message: 'no answer within 0.05s',
    })
    expect(calls).toEqual(['distrust', 'leave'])
  })

  test('in the body: the request ends at its deadline', async () => {
    const { pool } = poolOf(async () => incoming())
    await expect(attempt(pool, TARGET, task(alive, never))).rejects.toMatchObject({
      fault: 'timeout',
      message: 'no answer within 0.05s (headers came, body stopped at 0 bytes)',
    })
  })

  test.each([
    ['before the head', () => never<Incoming>()],
    ['in the body', async () => incoming()],
  ])('%s: the request ends with the command', async (_, exchange) => {
    const stop = new AbortController()
    const { pool } = poolOf(exchange)
    const result = attempt(pool, TARGET, task(stop.signal, never, 60_000))
    stop.abort()
    await expect(result).rejects.toMatchObject({ fault: 'cancelled' })
  })

  test('headers that arrive after the deadline are discarded', async () => {
    const late = incoming()
    let answer: (head: Incoming) => void = () => {}
    const { pool } = poolOf(() => new Promise((resolve) => (answer = resolve)))
    await expect(attempt(pool, TARGET, task(alive, never))).rejects.toMatchObject({ fault: 'timeout' })
    answer(late)
    await Promise.resolve()
    await Promise.resolve()
    expect(late.body.destroyed).toBe(true)
  })
})

test('an HTTP/2 response that ends before its headers is a gap of that cluster', { timeout: 30_000 }, async () => {
  const server = await startHeadlessServer()
  const { url, ca } = server
  const home = tempFolder({ '.kube/config': renderKubeconfig([{ context: 'headless', url, ca, token: 'token' }]) })
  const { stdout, code } = await runCli(['contexts', '-o', 'json', '--request-timeout', '1s'], { home })
  server.close()
  expect(server.answered).toBeGreaterThan(0)
  // Exit code 7: the only cluster cannot be read.
  expect(code).toBe(7)
  expect(JSON.parse(stdout).clusters).toMatchObject([{ reachable: false, failure: { message: expect.any(String) } }])
})

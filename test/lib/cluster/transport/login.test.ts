// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest'
import type { Credential, Credentials } from '../../../../src/lib/cluster/credentials/types.ts'
import { ClusterError } from '../../../../src/lib/cluster/failure.ts'
import { testAuthority } from '../../../faults/certificates.ts'
import { bearer, failureOf, fakeClock, stubCredentials } from '../../../faults/clients.ts'
import { type FaultServer, faults } from '../../../faults/server.ts'
import { BOTH, GET, open, serve } from './setting.ts'

describe.each(BOTH)('%s', (_name, http2) => {
  test('a 401 with a static token is not retried', async () => {
    const target = await serve({ http2, match: () => faults.status(401) })
    const failure = await failureOf(open(target.config()).send(GET))
    expect(failure).toMatchObject({ fault: 'unauthorized', httpStatus: 401, attempts: 1, verb: 'get' })
    expect(failure.message).toBe('not logged in (401 with token)')
  })

  test('a 401 refreshes the credential once and retries the request once', async () => {
    let token = 'stale'
    const refreshed: Credential[] = []
    const credentials = stubCredentials(
      () => bearer(token),
      (rejected) => {
        refreshed.push(rejected)
        token = 'fresh'
        return true
      },
    )
    const target = await serve({ http2 })
    target.match = () => (target.seen.at(-1)?.token === 'stale' ? faults.status(401) : undefined)
    expect(await open(target.config(), { credentials }).send(GET)).toMatchObject({ status: 200, attempts: 2 })
    expect(target.seen.map((seen) => seen.token)).toEqual(['stale', 'fresh'])
    expect(refreshed).toMatchObject([{ headers: { authorization: 'Bearer stale' } }])
  })

  test('a second 401 is final, whatever the refresh returns', async () => {
    const target = await serve({ http2, match: () => faults.status(401) })
    const credentials: Credentials = { ...stubCredentials('x', () => true), label: 'plugin "gardenlogin"' }
    const failure = await failureOf(open(target.config(), { credentials }).send(GET))
    expect(failure.message).toBe('not logged in (401 after refreshing with plugin "gardenlogin")')
    expect(target.seen).toHaveLength(2)
  })

  test('a write is retried after a 401 too: it was not processed', async () => {
    const target = await serve({ http2, match: (_method, _path, nth) => (nth === 1 ? faults.status(401) : undefined) })
    const transport = open(target.config(), { credentials: stubCredentials('x', () => true) })
    expect(await transport.send({ method: 'POST', path: '/api/x', body: '{}' })).toMatchObject({
      status: 200,
      attempts: 2,
    })
    expect(target.seen.map(({ body }) => body)).toEqual(['{}', '{}'])
  })
})

test('a credential that fails sends nothing and the error names the request', async () => {
  const target = await serve()
  const credentials: Credentials = {
    ...stubCredentials(),
    current: async () => {
      throw new ClusterError({ fault: 'unauthorized', message: 'credential plugin "x" failed (exit 1)' })
    },
  }
  const failure = await failureOf(open(target.config(), { credentials }).send(GET))
  expect(failure).toEqual({
    fault: 'unauthorized',
    message: 'credential plugin "x" failed (exit 1)',
    verb: 'get',
    resource: 'things.example.io',
  })
  expect(target.connections).toBe(0)
})

test('a credential that hangs ends with the command', async () => {
  const target = await serve()
  const credentials: Credentials = { ...stubCredentials(), current: () => new Promise(() => {}) }
  const transport = open(target.config(), { credentials, signal: AbortSignal.timeout(200) })
  expect((await failureOf(transport.send(GET))).fault).toBe('timeout')
})

describe('a server never sees the token or certificate of another cluster', () => {
  test.each(BOTH)('with four clusters, changing credentials and 401s in between, over %s', async (_name, http2) => {
    const clusters = await Promise.all(['alpha', 'beta', 'gamma', 'delta'].map((name) => cluster(name, http2)))
    await Promise.all(
      clusters.flatMap(({ transport }) =>
        Array.from({ length: 40 }, (_, index) => transport.send({ ...GET, path: `/api/${index}` })),
      ),
    )
    for (const { name, server } of clusters) {
      expect(server.tokens.size).toBeGreaterThan(3)
      expect([...server.tokens].filter((token) => !token.startsWith(`${name}-`))).toEqual([])
      expect(new Set(server.seen.map(({ client }) => client))).toEqual(new Set([`${name}-even`, `${name}-odd`]))
      // The certificate belongs to the same credential as the token.
      for (const { token, client } of server.seen) {
        const number = Number(token?.slice(name.length + 1))
        expect(client).toBe(`${name}-${number % 2 === 0 ? 'even' : 'odd'}`)
      }
    }
  })

  /** Changes the token and the client certificate every few requests. */
  async function cluster(name: string, http2: boolean) {
    const authority = await testAuthority()
    const server: FaultServer = await serve({ http2, askClientCertificate: true })
    const pairs = {
      even: await authority.issue({ cn: `${name}-even` }),
      odd: await authority.issue({ cn: `${name}-odd` }),
    }
    let requestCount = 0
    const current = (): Credential => {
      const number = Math.floor(requestCount++ / 7)
      const generation = number % 2 === 0 ? 'even' : 'odd'
      return bearer(`${name}-${number}`, { clientCertificate: pairs[generation], generation })
    }
    server.match = (_method, path, nth) => (path.endsWith('3') && nth === 1 ? faults.status(401) : undefined)
    const credentials = stubCredentials(current, () => true)
    return { name, server, transport: open(server.config({ context: name }), { credentials, clock: fakeClock() }) }
  }
})

// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { readBody } from '../../../../src/lib/cluster/transport/decode.ts'
import { Http2Link } from '../../../../src/lib/cluster/transport/http2.ts'
import { testAuthority } from '../../../faults/certificates.ts'
import { bearer, failureOf, fakeClock, stubCredentials } from '../../../faults/clients.ts'
import { startProxy } from '../../../faults/proxy.ts'
import { dial, type FaultServer } from '../../../faults/server.ts'
import { afterwards, BOTH, GET, open, PATIENT, serve } from './setting.ts'

describe.each(BOTH)('%s', (_name, http2) => {
  test('200 sequential reads take at most 2 connections', async () => {
    const target = await serve({ http2 })
    const transport = open(target.config())
    for (let sent = 0; sent < 200; sent++) await transport.send(GET)
    expect(target.seen).toHaveLength(200)
    expect(target.connections).toBeLessThanOrEqual(2)
    expect(transport.stats()).toEqual({ connections: target.connections, requests: 200 })
    expect(new Set(target.seen.map(({ protocol }) => protocol))).toEqual(new Set([http2 ? 'h2' : 'http/1.1']))
  })

  test('100 concurrent reads take one connection in HTTP/2 and eight in HTTP/1.1, without a warning', async () => {
    const warnings: unknown[] = []
    const onWarning = (warning: unknown) => warnings.push(warning)
    process.on('warning', onWarning)
    afterwards(() => process.off('warning', onWarning))
    const target = await serve({ http2, match: () => ({ type: 'delay', ms: 20 }) })
    const transport = open(target.config(), { signal: new AbortController().signal })
    const answers = await Promise.all(Array.from({ length: 100 }, () => transport.send(GET)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(target.connections).toBe(http2 ? 1 : 8)
    expect(warnings).toEqual([])
  })

  test('a new client certificate opens new connections; requests in flight end on the old one', async () => {
    const target = await serve({ http2, askClientCertificate: true })
    target.match = (_method, path) => (path === '/slow' ? { type: 'delay', ms: 300 } : undefined)
    const authority = await testAuthority()
    const pairs = [await authority.issue({ cn: 'first' }), await authority.issue({ cn: 'second' })]
    let generation = 0
    const credentials = stubCredentials(() =>
      bearer('x', { clientCertificate: pairs[generation]!, generation: String(generation) }),
    )
    const transport = open(target.config(), { credentials })
    await transport.send(GET)
    const slow = transport.send({ ...GET, path: '/slow' })
    await vi.waitFor(() => expect(target.seen).toHaveLength(2), 10_000)
    generation = 1
    await transport.send(GET)
    await transport.send(GET)
    expect((await slow).status).toBe(200)
    expect(target.seen.map(({ client }) => client)).toEqual(['first', 'first', 'second', 'second'])
    await vi.waitFor(() => expect(target.openConnections).toBe(1), 10_000)
  })

  test('an invalid client certificate is an error with a message', async () => {
    const target = await serve({ http2 })
    const clientCertificate = { cert: 'garbage-canary', key: 'garbage' }
    const transport = open(target.config(), { credentials: stubCredentials(() => bearer('x', { clientCertificate })) })
    const failure = await failureOf(transport.send(GET))
    expect(failure.message).toMatch(/^client certificate and key cannot be used \(ERR_OSSL_/)
  })

  test('a server that requires a client certificate is told apart from one that is down', async () => {
    const target = await serve({ http2, askClientCertificate: 'insist' })
    const failure = await failureOf(open(target.config(), { clock: fakeClock() }).send(GET))
    expect(failure).toMatchObject({ fault: 'tls', attempts: 1 })
    expect(failure.message).toBe(
      'TLS: the server does not accept our client certificate, or misses one (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED)',
    )
  })

  test('a server that restarts is reached again', async () => {
    const target = await serve({ http2 })
    const transport = open(target.config(), { clock: fakeClock() })
    await transport.send(GET)
    target.resetAll()
    expect((await transport.send(GET)).status).toBe(200)
    expect(target.connections).toBe(2)
  })

  test('close() cancels requests in flight, refuses new ones and closes every connection', async () => {
    const target = await serve({ http2, match: () => ({ type: 'hang' }) })
    const transport = open(target.config())
    const pending = Array.from({ length: 3 }, () => failureOf(transport.send(GET)))
    await vi.waitFor(() => expect(target.seen).toHaveLength(3), 10_000)
    transport.close()
    transport.close()
    for (const failure of await Promise.all(pending)) expect(failure.fault).toBe('cancelled')
    expect((await failureOf(transport.send(GET))).fault).toBe('cancelled')
    await vi.waitFor(() => expect(target.openConnections).toBe(0), 10_000)
  })

  test('close() while connecting leaves no connection', async () => {
    const target = await serve({ http2 })
    const transport = open(target.config())
    const pending = failureOf(transport.send(GET))
    transport.close()
    expect((await pending).fault).toBe('cancelled')
    await vi.waitFor(() => expect(target.openConnections).toBe(0), 10_000)
  })

  test('a cancelled request does not affect the others', async () => {
    const target = await serve({ http2, match: (_method, path) => (path === '/hang' ? { type: 'hang' } : undefined) })
    const transport = open(target.config())
    const stop = new AbortController()
    const stopped = failureOf(transport.send({ ...GET, path: '/hang', signal: stop.signal }))
    await vi.waitFor(() => expect(target.seen).toHaveLength(1), 10_000)
    stop.abort()
    expect(await stopped).toMatchObject({ fault: 'cancelled', message: 'cancelled' })
    expect((await transport.send(GET)).status).toBe(200)
    expect(target.connections).toBeLessThanOrEqual(http2 ? 1 : 2)
  })

  test('the deadline of the command is a time-out with its own message', async () => {
    const target = await serve({ http2, match: () => ({ type: 'hang' }) })
    const transport = open(target.config(), { signal: AbortSignal.timeout(300) })
    expect(await failureOf(transport.send(GET))).toMatchObject({
      fault: 'timeout',
      message: 'timed out (--timeout)',
    })
  })

  test('an aborted signal sends nothing', async () => {
    const target = await serve({ http2 })
    expect((await failureOf(open(target.config(), { signal: AbortSignal.abort() }).send(GET))).fault).toBe('cancelled')
    expect(target.connections).toBe(0)
  })
})

describe('HTTP/2', () => {
  test('the flow-control windows are large enough for a long list', async () => {
    const target = await serve()
    const transport = open(target.config())
    await transport.send(GET)
    await transport.send(GET)
    expect(target.seen[1]?.windows?.stream).toBe(16 * 1_048_576)
    expect(target.seen[1]?.windows?.connection).toBeGreaterThan(31 * 1_048_576)
  })

  test('after GOAWAY the response is still read and the next request opens a new connection', async () => {
    const target = await serve({ match: (_method, _path, nth) => (nth === 1 ? { type: 'goaway' } : undefined) })
    const transport = open(target.config())
    expect(await transport.send(GET)).toMatchObject({ status: 200, attempts: 1 })
    expect(await transport.send(GET)).toMatchObject({ status: 200, attempts: 1 })
    expect(target.seen.map(({ connection }) => connection)).toEqual([1, 2])
  })

  test('a GOAWAY with an error is a lost connection: a read is retried on a new one', async () => {
    const code = 11
    const target = await serve({ match: (_method, _path, nth) => (nth === 1 ? { type: 'goaway', code } : undefined) })
    const transport = open(target.config(), { clock: fakeClock() })
    expect(await transport.send(GET)).toMatchObject({ status: 200, attempts: 2 })
    target.match = () => ({ type: 'goaway', code })
    expect(await failureOf(transport.send(GET))).toMatchObject({ fault: 'unreachable', attempts: 4 })
  })

  test('a refused stream was not processed, so even a write is sent again', async () => {
    const target = await serve({ match: (_method, _path, nth) => (nth === 1 ? { type: 'refuse-stream' } : undefined) })
    const transport = open(target.config(), { clock: fakeClock() })
    expect(await transport.send({ method: 'POST', path: '/api/x', body: '{}' })).toMatchObject({
      status: 200,
      attempts: 2,
    })
  })

  test('a peer that allows few streams gets more connections, at most eight; further requests wait', async () => {
    const target = await serve({
      maxStreams: 2,
      match: (_method, path) => (path === '/watch' ? { type: 'stream', chunks: ['{}'], last: 'hang' } : undefined),
    })
    const transport = open(target.config())
    // The first response carries the settings of the peer.
    await transport.send(GET)
    const streams = []
    for (let count = 0; count < 16; count++) streams.push(await transport.stream({ ...GET, path: '/watch' }))
    expect(target.connections).toBe(8)
    const waiting = transport.send(GET)
    for (const stream of streams) stream.close()
    expect((await waiting).status).toBe(200)
    expect(target.connections).toBe(8)
  })

  test('after GOAWAY we close the connection, even if the peer never does', async () => {
    const target = await serve({ match: () => ({ type: 'goaway' }) })
    const socket = dial(target, ['h2'])
    await once(socket, 'secureConnect')
    const link = new Http2Link(socket, `127.0.0.1:${target.port}`, () => {})
    const letGo = link.hold()
    const outgoing = { method: 'GET', path: '/api', headers: {}, body: undefined }
    const incoming = await link.exchange(outgoing, new AbortController().signal)
    await readBody(incoming, { headers: true, bytes: 0 })
    letGo()
    await vi.waitFor(() => expect(socket.destroyed).toBe(true), 10_000)
  })

  test('one failed stream does not end the connection', async () => {
    const target = await serve({
      match: (_method, _path, nth) => (nth === 1 ? { type: 'reset-stream', code: 2, bytes: 10 } : undefined),
    })
    const transport = open(target.config(), { clock: fakeClock() })
    expect(await transport.send(GET)).toMatchObject({ status: 200, attempts: 2 })
    expect(target.connections).toBe(1)
  })

  test.each([0, 8])(
    'a stream closed with code %i in the body is truncated, although Node calls it ended',
    async (code) => {
      const target = await serve({ match: () => ({ type: 'reset-stream', code, bytes: 10 }) })
      expect((await failureOf(open(target.config(), { clock: fakeClock() }).send(GET))).fault).toBe('truncated')
    },
  )
})

describe('HTTP/1.1', () => {
  test('further connections resume the TLS session of the first', async () => {
    const target = await serve({ http2: false, match: () => ({ type: 'delay', ms: 50 }) })
    const transport = open(target.config())
    await transport.send(GET)
    await Promise.all(Array.from({ length: 4 }, () => transport.send(GET)))
    expect(target.connections).toBe(4)
    expect(target.resumed).toBe(3)
  })

  test('a session is never resumed for another client certificate', async () => {
    const target = await serve({ http2: false, askClientCertificate: true })
    const authority = await testAuthority()
    const pairs = [await authority.issue({ cn: 'one' }), await authority.issue({ cn: 'two' })]
    let generation = 0
    const credentials = stubCredentials(() =>
      bearer('x', { clientCertificate: pairs[generation]!, generation: String(generation) }),
    )
    const transport = open(target.config(), { credentials })
    for (generation of [0, 1, 0, 1]) await transport.send(GET)
    expect(target.seen.map(({ client }) => client)).toEqual(['one', 'two', 'one', 'two'])
    expect(target.resumed).toBe(0)
  })
})

/** Runs a few lines in a separate process, as a command would; resolves with its output when it exits by itself. */
async function inProcess(server: FaultServer, lines: string, env: Record<string, string> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'transport-'))
  afterwards(() => rm(folder, { recursive: true }))
  const ca = join(folder, 'ca.pem')
  await writeFile(ca, server.ca)
  const source = (path: string) => JSON.stringify(new URL(`../../../../src/lib/${path}`, import.meta.url).href)
  const script = `
    const { openTransport } = await import(${source('cluster/transport/open.ts')})
    const { Sealed } = await import(${source('model/secret/sealed.ts')})
    const credentials = { label: 'token', current: async () => ({ headers: {}, generation: '' }), refresh: async () => false }
    const limits = ${JSON.stringify(PATIENT)}
    const config = { context: 'c', source: 's', server: '${server.url}', insecureSkipTlsVerify: false, auth: {} }
    const ca = { file: ${JSON.stringify(ca)} }
    ${lines}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, ...env, ...(env['SSL_CERT_FILE'] === 'ca' ? { SSL_CERT_FILE: ca } : {}) },
  })
  let output = ''
  child.stdout.on('data', (data) => {
    output += data
  })
  child.stderr.on('data', (data) => {
    output += data
  })
  const code = await new Promise((resolve) => child.on('close', resolve))
  return `${output.trim()} (exit ${code})`
}

describe('in its own process', () => {
  test.each(BOTH)(
    'it exits by itself after close(), with idle %s connections and an open stream',
    async (_name, http2) => {
      const target = await serve({
        http2,
        match: (_method, path) => (path === '/watch' ? { type: 'stream', chunks: ['{}\n'], last: 'hang' } : undefined),
      })
      const output = await inProcess(
        target,
        `const transport = openTransport({ ...config, ca }, credentials, limits, { env: {} })
       await transport.send({ method: 'GET', path: '/api' })
       const stream = await transport.stream({ method: 'GET', path: '/watch' })
       for await (const chunk of stream.chunks) break
       const pending = transport.stream({ method: 'GET', path: '/watch' })
       console.log((await pending).status)
       transport.close()`,
      )
      expect(output).toBe('200 (exit 0)')
    },
  )

  test('the CA certificates of this machine are used without a CA in the kubeconfig, for the server and an https proxy', async () => {
    const target = await serve()
    const proxy = await startProxy({
      kind: 'https',
      login: 'ops:secret',
      certificate: await (await testAuthority()).issue(),
    })
    afterwards(() => proxy.close())
    const output = await inProcess(
      target,
      `const proxyUrl = new Sealed('https://ops:secret@127.0.0.1:${proxy.port}', 'proxy')
       const transport = openTransport({ ...config, proxyUrl }, credentials, limits, { env: {} })
       console.log((await transport.send({ method: 'GET', path: '/api' })).status)
       transport.close()`,
      { SSL_CERT_FILE: 'ca' },
    )
    expect(output).toBe('200 (exit 0)')
    expect(proxy.logins).toEqual(['ops:secret'])
  })
})

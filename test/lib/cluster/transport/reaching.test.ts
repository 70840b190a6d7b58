// SPDX-License-Identifier: Apache-2.0
// Connecting to a cluster: refused and hanging connections, DNS, TLS, proxies and redirects.
import type { X509Certificate } from 'node:crypto'
import dns from 'node:dns'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { tlsTrouble } from '../../../../src/lib/cluster/transport/certificate.ts'
import { openTransport } from '../../../../src/lib/cluster/transport/open.ts'
import type { TransportDeps, TransportEvent } from '../../../../src/lib/cluster/transport/types.ts'
import { LIMITS, type Limits } from '../../../../src/lib/model/landscape/limits.ts'
import { C5c3Error } from '../../../../src/lib/model/report/errors.ts'
import { Sealed } from '../../../../src/lib/model/secret/sealed.ts'
import { isUnsafe } from '../../../../src/lib/model/text/sanitize.ts'
import { openBlackHole } from '../../../faults/black-hole.ts'
import { makeAuthority, testAuthority } from '../../../faults/certificates.ts'
import { failureOf, fakeClock, stubCredentials } from '../../../faults/clients.ts'
import { startProxy } from '../../../faults/proxy.ts'
import { type FaultServer, faults, startFaultServer } from '../../../faults/server.ts'
import { afterwards, BOTH, GET, open, PATIENT, serve } from './setting.ts'

const SHORT: Limits = { connect: 400, request: 1000, watchIdle: 1000 }

/** A raw TCP server; the test handles each connection. */
async function listen(onSocket: (socket: Socket) => void): Promise<{ server: Server; port: number }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    onSocket(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  afterwards(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { server, port: (server.address() as AddressInfo).port }
}

const proxyUrl = (url: string) => ({ proxyUrl: new Sealed(url, 'proxy') })

describe('connecting to the cluster', () => {
  test('a refused connection is unreachable, at once and without a retry', async () => {
    const { server, port } = await listen(() => {})
    await new Promise((resolve) => server.close(resolve))
    const target = await serve()
    const failure = await failureOf(open(target.config({ server: `https://127.0.0.1:${port}` })).send(GET))
    expect(failure).toMatchObject({ fault: 'unreachable', attempts: 1, verb: 'get', resource: 'things.example.io' })
    expect(failure.message).toBe(`unreachable (ECONNREFUSED 127.0.0.1:${port})`)
  })

  test('a name that does not resolve is looked up twice and no more', async () => {
    const target = await serve()
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation(((_host: string, _options: unknown, done: LookupDone) => {
      done(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }))
    }) as never)
    const failure = await failureOf(open(target.config({ server: 'https://api.nowhere.invalid' })).send(GET))
    expect(failure).toMatchObject({
      fault: 'dns',
      message: 'cannot resolve api.nowhere.invalid (ENOTFOUND)',
      attempts: 1,
    })
    expect(lookup).toHaveBeenCalledTimes(2)
  })

  test('a name with one dead address is reached by the other', async () => {
    const target = await serve()
    vi.spyOn(dns, 'lookup').mockImplementation(((_host: string, _options: unknown, done: LookupDone) => {
      done(null, [
        { address: '::1', family: 6 },
        { address: '127.0.0.1', family: 4 },
      ])
    }) as never)
    const transport = open(target.config({ server: `https://localhost:${target.port}` }))
    expect((await transport.send(GET)).status).toBe(200)
  })

  test('an unanswered SYN ends at the connect limit and is not retried', async (context) => {
    const hole = await openBlackHole()
    if (hole === undefined) {
      console.warn('skipped: a full accept queue does not swallow connections on this system')
      return context.skip()
    }
    afterwards(() => hole.close())
    const target = await serve()
    const transport = open(target.config({ server: `https://127.0.0.1:${hole.port}` }), {
      limits: { ...PATIENT, connect: 400 },
    })
    const failure = await failureOf(transport.send(GET))
    expect(failure).toMatchObject({ fault: 'timeout', attempts: 1 })
    expect(failure.message).toBe(`no connection to 127.0.0.1:${hole.port} within 0.4s (no TCP connection)`)
  })

  test('many requests to a dead server share one connection attempt', async () => {
    let connections = 0
    const { port } = await listen(() => {
      connections++
    })
    const target = await serve()
    const transport = open(target.config({ server: `https://127.0.0.1:${port}` }), {
      limits: { ...PATIENT, connect: 400 },
    })
    const failures = await Promise.all(Array.from({ length: 50 }, () => failureOf(transport.send(GET))))
    expect(failures.every(({ fault }) => fault === 'timeout')).toBe(true)
    expect(connections).toBe(1)
  })

  test('a TLS handshake that never finishes ends at the connect limit', async () => {
    const { port } = await listen((socket) => socket.pause())
    const target = await serve()
    const failure = await failureOf(
      open(target.config({ server: `https://127.0.0.1:${port}` }), { limits: SHORT }).send(GET),
    )
    expect(failure).toMatchObject({ fault: 'timeout', attempts: 1 })
    expect(failure.message).toBe(`no connection to 127.0.0.1:${port} within 0.4s (TLS handshake not finished)`)
  })

  test('the default limits are 3 s to connect and 15 s for a response', () => {
    expect(LIMITS).toMatchObject({ connect: 3000, request: 15_000 })
  })

  describe.each(BOTH)('%s', (_name, http2) => {
    const limits = { ...PATIENT, request: 1000 }

    test('missing headers end at the request deadline', async () => {
      const target = await serve({ http2, match: () => ({ type: 'hang' }) })
      const failure = await failureOf(open(target.config(), { limits }).send(GET))
      expect(failure).toMatchObject({ fault: 'timeout', message: 'no answer within 1s', attempts: 1 })
    })

    test('a body that stops ends at the request deadline and the error contains the received size', async () => {
      const target = await serve({ http2, match: () => ({ type: 'stall', bytes: 8192 }) })
      const failure = await failureOf(open(target.config(), { limits }).send(GET))
      expect(failure.fault).toBe('timeout')
      expect(failure.message).toBe('no answer within 1s (headers came, body stopped at 8192 bytes)')
    })

    test('a body that drips ends at the request deadline although it never stops', async () => {
      const target = await serve({ http2, match: () => ({ type: 'drip', everyMs: 50 }) })
      const failure = await failureOf(open(target.config(), { limits }).send(GET))
      expect(failure.message).toMatch(/^no answer within 1s \(headers came, body stopped at \d+ bytes\)$/)
    })

    test('after a time-out the next request opens another connection, as this one may be dead', async () => {
      const target = await serve({ http2, match: (_method, _path, nth) => (nth === 1 ? { type: 'hang' } : undefined) })
      const transport = open(target.config(), { limits })
      await failureOf(transport.send(GET))
      expect((await transport.send(GET)).status).toBe(200)
      expect(target.seen.map(({ connection }) => connection)).toEqual([1, 2])
    })
  })

  test('an expired certificate is reported with its date and code', async () => {
    const target = await serve({ certificate: 'expired' })
    const failure = await failureOf(open(target.config()).send(GET))
    expect(failure.fault).toBe('tls')
    const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
    expect(failure.message).toBe(`TLS: server certificate expired ${day} (CERT_HAS_EXPIRED)`)
    expect(failure.hint).toBeUndefined()
    expect(target.seen).toEqual([])
  })

  test('a certificate that is not yet valid is reported with its date and code', async () => {
    const target = await serve({ certificate: 'not-yet-valid' })
    const failure = await failureOf(open(target.config()).send(GET))
    const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    expect(failure.message).toBe(`TLS: server certificate is not valid before ${day} (CERT_NOT_YET_VALID)`)
  })

  test.each([
    [90, 'local clock is 90 min behind'],
    [-12, 'local clock is 12 min ahead'],
    [3, undefined],
  ])('a clock that is %i min off adds a hint: %s', async (minutes, hint) => {
    const target = await serve({ certificate: 'expired' })
    const failure = await failureOf(open(target.config(), { knownSkew: () => minutes * 60_000 }).send(GET))
    expect(failure.hint).toBe(hint)
  })

  test('an unknown CA is reported with the issuer', async () => {
    const target = await serve({ authority: await makeAuthority('Evil \u009b32m\u202eHealthy') })
    const known = await serve()
    const failure = await failureOf(open(target.config({ ca: known.config().ca! })).send(GET))
    expect(failure.fault).toBe('tls')
    expect(failure.message).toMatch(
      /signed by an unknown authority "CN=Evil .*Healthy" \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\)$/,
    )
    // Node escapes C0 control characters, but not C1 and bidi.
    expect(isUnsafe(failure.message)).toBe(false)
    expect(failure.message).toContain('\\u{9b}32m\\u{202e}')
    expect(target.seen).toEqual([])
  })

  test('without a CA only the CAs of this machine are trusted', async () => {
    const target = await serve()
    const { ca: _, ...config } = target.config()
    const failure = await failureOf(open(config).send(GET))
    expect(failure.message).toContain('signed by an unknown authority')
  })

  test('a wrong host name is reported with the names of the certificate', async () => {
    const target = await serve({ certificate: 'wrong-host' })
    const failure = await failureOf(open(target.config()).send(GET))
    expect(failure.message).toBe(
      'TLS: server certificate is not for 127.0.0.1; it is for api.elsewhere.example, 192.0.2.7 (ERR_TLS_CERT_ALTNAME_INVALID)',
    )
    expect(target.seen).toEqual([])
  })

  test('names in a certificate are sanitized, whatever Node passes on', () => {
    const error = Object.assign(new Error(), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
    const certificate = { subjectAltName: 'DNS:a\u001b[31m\u009b31m\u202e.example' } as X509Certificate
    const failure = tlsTrouble(error, { name: 'api.example', certificate, skew: undefined })
    expect(failure?.message).toContain('it is for a\\u{1b}[31m\\u{9b}31m\\u{202e}.example')
    expect(isUnsafe(failure?.message ?? '')).toBe(false)
  })

  test('the certificate is verified against tls-server-name', async () => {
    const target = await serve({ certificate: 'wrong-host' })
    expect((await open(target.config({ tlsServerName: 'api.elsewhere.example' })).send(GET)).status).toBe(200)
    const failure = await failureOf(open(target.config({ tlsServerName: 'wrong.example' })).send(GET))
    expect(failure.message).toContain('is not for wrong.example; it is for api.elsewhere.example')
  })

  test('an invalid CA and a missing CA file are told apart', async () => {
    const target = await serve()
    const garbage = target.config({ ca: { data: new Sealed('not a PEM', 'ca') } })
    expect((await failureOf(open(garbage).send(GET))).message).toContain(
      'certificate-authority is not a PEM certificate',
    )
    const missing = target.config({ ca: { file: '/nonexistent/ca.crt' } })
    expect((await failureOf(open(missing).send(GET))).message).toBe(
      'cannot read certificate-authority /nonexistent/ca.crt (ENOENT)',
    )
  })

  test('a port without TLS is reported as such', async () => {
    const { port } = await listen((socket) => {
      socket.on('data', () => socket.write('HTTP/1.1 400 Bad Request\r\n\r\nThis is plain HTTP'))
    })
    const target = await serve()
    const failure = await failureOf(open(target.config({ server: `https://127.0.0.1:${port}` })).send(GET))
    expect(failure).toMatchObject({ fault: 'tls', attempts: 1 })
    expect(failure.message).toContain('not a TLS endpoint')
  })

  test('a port that closes during the handshake is unreachable, after the retries of a reset', async () => {
    const { port } = await listen((socket) => socket.on('data', () => socket.end()))
    const target = await serve()
    const transport = open(target.config({ server: `https://127.0.0.1:${port}` }), { clock: fakeClock() })
    expect(await failureOf(transport.send(GET))).toMatchObject({ fault: 'unreachable', attempts: 4 })
  })

  describe('insecure-skip-tls-verify', () => {
    const insecure = async (deps: TransportDeps = {}) => {
      const target = await serve({ certificate: 'expired' })
      const { ca: _, ...config } = target.config({ insecureSkipTlsVerify: true })
      const events: TransportEvent[] = []
      return { target, events, transport: open(config, { ...deps, onEvent: (event) => events.push(event) }) }
    }

    test('reads succeed with one warning', async () => {
      const { transport, events } = await insecure()
      expect((await transport.send(GET)).status).toBe(200)
      await transport.send(GET)
      expect(events.filter(({ type }) => type !== 'answered')).toEqual([{ type: 'insecure' }])
    })

    test('writes are refused before anything is sent', async () => {
      const { transport, target } = await insecure()
      const failure = await failureOf(transport.send({ method: 'PATCH', path: '/api/x', body: '{}' }))
      expect(failure).toMatchObject({ fault: 'tls', attempts: 0, hint: 'use --allow-insecure-tls to allow it' })
      expect(target.connections).toBe(0)
    })

    test('access reviews change nothing and succeed', async () => {
      const { transport } = await insecure()
      expect((await transport.send({ method: 'POST', path: '/apis/x', body: '{}', review: true })).status).toBe(200)
    })

    test('writes succeed if explicitly allowed', async () => {
      const { transport } = await insecure({ allowInsecureWrites: true })
      expect((await transport.send({ method: 'POST', path: '/api/x', body: '{}' })).status).toBe(200)
    })

    test('together with a CA it is a configuration error', async () => {
      const target = await serve()
      const both = () =>
        openTransport(target.config({ insecureSkipTlsVerify: true }), stubCredentials(), PATIENT, { env: {} })
      expect(both).toThrow(C5c3Error)
      expect(both).toThrow(
        'context fault-server: certificate-authority and insecure-skip-tls-verify exclude each other',
      )
    })
  })

  test('NODE_TLS_REJECT_UNAUTHORIZED=0 changes nothing and causes a warning', async () => {
    const target = await serve({ certificate: 'expired' })
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    const events: TransportEvent[] = []
    vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    try {
      const transport = open(target.config(), { env: process.env, onEvent: (event) => events.push(event) })
      expect((await failureOf(transport.send(GET))).message).toContain('CERT_HAS_EXPIRED')
    } finally {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before
    }
    expect(events).toEqual([{ type: 'ignored-variable', name: 'NODE_TLS_REJECT_UNAUTHORIZED' }])
    expect(target.seen).toEqual([])
  })

  test.each([
    ['http://api.example:8080', 'plain http'],
    ['http://127.0.0.1:8080', 'plain http'],
    ['https://me:secret@api.example', 'user name or password'],
    ['ftp://api.example', 'neither https nor http'],
    ['https://', 'not a URL'],
  ])('%s is refused with a message', async (server, expected) => {
    const { ca: _, ...config } = (await serve()).config({ server })
    const attempt = () => openTransport(config, stubCredentials(), PATIENT, { env: {} })
    expect(attempt).toThrow(expected)
    expect(attempt).not.toThrow('secret')
  })

  test('plain HTTP to loopback works if allowed, and only there', async () => {
    const { port } = await listen((socket) =>
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')),
    )
    const { ca: _, ...config } = (await serve()).config({ server: `http://127.0.0.1:${port}` })
    expect((await open(config, { allowPlainHttp: true }).send(GET)).text).toBe('{}')
    const remote = { ...config, server: 'http://192.0.2.1' }
    expect(() => openTransport(remote, stubCredentials(), PATIENT, { env: {}, allowPlainHttp: true })).toThrow(
      'plain http',
    )
  })

  describe('proxy-url', () => {
    const SECRET = 'pr0xy-s3cret'

    test.each(BOTH)('an http proxy with user and password carries %s', async (_name, http2) => {
      const target = await serve({ http2 })
      const proxy = await startProxy({ login: `ops:${SECRET}@x` })
      afterwards(() => proxy.close())
      const url = `http://ops:${encodeURIComponent(`${SECRET}@x`)}@127.0.0.1:${proxy.port}`
      const transport = open(target.config(proxyUrl(url)))
      expect((await transport.send(GET)).status).toBe(200)
      expect(proxy.asked).toEqual([`127.0.0.1:${target.port}`])
      expect(target.seen[0]?.headers['proxy-authorization']).toBeUndefined()
    })

    test('407 is reported, the password is not', async () => {
      const target = await serve()
      const proxy = await startProxy({ login: 'someone:else' })
      afterwards(() => proxy.close())
      const transport = open(target.config(proxyUrl(`http://ops:${SECRET}@127.0.0.1:${proxy.port}`)))
      const failure = await failureOf(transport.send(GET))
      expect(failure).toMatchObject({ fault: 'unreachable', message: 'proxy refused (407)', attempts: 1 })
      expect(JSON.stringify(failure)).not.toContain(SECRET)
    })

    test('a dead proxy is unreachable', async () => {
      const { server, port } = await listen(() => {})
      await new Promise((resolve) => server.close(resolve))
      const target = await serve()
      const failure = await failureOf(open(target.config(proxyUrl(`http://ops:${SECRET}@127.0.0.1:${port}`))).send(GET))
      expect(failure.message).toBe(`proxy unreachable (ECONNREFUSED 127.0.0.1:${port})`)
    })

    test('a proxy that never answers CONNECT ends at the connect limit', async () => {
      const target = await serve()
      const proxy = await startProxy({ hang: true })
      afterwards(() => proxy.close())
      const failure = await failureOf(
        open(target.config(proxyUrl(`http://127.0.0.1:${proxy.port}`)), { limits: SHORT }).send(GET),
      )
      expect(failure.fault).toBe('timeout')
      expect(failure.message).toContain(`within 0.4s (no tunnel through proxy 127.0.0.1:${proxy.port})`)
    })

    test('an https proxy with an untrusted certificate is refused before the password is sent', async () => {
      const target = await serve()
      const proxy = await startProxy({ kind: 'https', certificate: await (await testAuthority()).issue() })
      afterwards(() => proxy.close())
      const transport = open(target.config(proxyUrl(`https://ops:${SECRET}@127.0.0.1:${proxy.port}`)))
      const failure = await failureOf(transport.send(GET))
      expect(failure.fault).toBe('tls')
      expect(failure.message).toMatch(/^proxy TLS: server certificate is signed by an unknown authority/)
      expect(proxy.logins).toEqual([])
    })

    test('a socks5 proxy gets user and password and resolves the name itself', async () => {
      const target = await serve({ certificate: { dns: ['api.behind.invalid'] } })
      const route = { host: '127.0.0.1', port: target.port }
      const proxy = await startProxy({ kind: 'socks5', login: `ops:${SECRET}`, route })
      afterwards(() => proxy.close())
      const config = target.config({
        server: 'https://api.behind.invalid:6443',
        ...proxyUrl(`socks5://ops:${SECRET}@127.0.0.1:${proxy.port}`),
      })
      expect((await open(config).send(GET)).status).toBe(200)
      expect(proxy.asked).toEqual(['api.behind.invalid:6443'])
    })

    test.each([
      [`socks5://ops:${SECRET}@`, 'proxy refused (user name or password)'],
      ['socks5://', 'proxy refused (it wants another login than we have)'],
    ])('a socks5 proxy that refuses the credentials of %s is reported without them', async (url, message) => {
      const target = await serve()
      const proxy = await startProxy({ kind: 'socks5', login: 'someone:else' })
      afterwards(() => proxy.close())
      const failure = await failureOf(open(target.config(proxyUrl(`${url}127.0.0.1:${proxy.port}`))).send(GET))
      expect(failure).toMatchObject({ fault: 'unreachable', message })
    })

    test('an invalid proxy URL is refused without being shown', async () => {
      const target = await serve()
      const attempt = () => open(target.config(proxyUrl(`gopher://ops:${SECRET}@proxy`)))
      expect(attempt).toThrow('proxy-url is not an http, https or socks5 proxy address')
      expect(attempt).not.toThrow(SECRET)
    })
  })

  describe('proxy environment', () => {
    const behind = async () => {
      const target = await serve({ certificate: { dns: ['api.behind.invalid'] } })
      const proxy = await startProxy({ route: { host: '127.0.0.1', port: target.port } })
      afterwards(() => proxy.close())
      const config = target.config({ server: 'https://api.behind.invalid' })
      return { target, proxy, config, url: `http://127.0.0.1:${proxy.port}` }
    }

    test('HTTPS_PROXY is used', async () => {
      const { proxy, config, url } = await behind()
      expect((await open(config, { env: { HTTPS_PROXY: url } }).send(GET)).status).toBe(200)
      expect(proxy.asked).toEqual(['api.behind.invalid:443'])
    })

    test('proxy-url has precedence over HTTPS_PROXY', async () => {
      const { proxy, config, url } = await behind()
      const env = { HTTPS_PROXY: 'http://127.0.0.1:1' }
      expect((await open({ ...config, ...proxyUrl(url) }, { env }).send(GET)).status).toBe(200)
      expect(proxy.asked).toHaveLength(1)
    })

    test('the environment never sends loopback through a proxy', async () => {
      const { proxy, target, url } = await behind()
      const transport = open(target.config(), { env: { HTTPS_PROXY: url } })
      expect((await transport.send(GET)).status).toBe(200)
      expect(proxy.asked).toEqual([])
    })
  })

  test.each(BOTH)('a redirect is not followed over %s', async (_name, http2) => {
    const elsewhere = await serve()
    const target = await serve({ http2, match: () => faults.redirect(`${elsewhere.url}/login?token=abc`) })
    const failure = await failureOf(open(target.config()).send(GET))
    expect(failure).toMatchObject({ fault: 'redirect', httpStatus: 302, attempts: 1 })
    expect(failure.message).toBe(`the server redirects to 127.0.0.1:${elsewhere.port}, which is not followed`)
    expect(elsewhere.connections).toBe(0)
  })

  test('a port that fetch() would block works', async () => {
    const target = await onBadPort()
    expect((await open(target.config()).send(GET)).status).toBe(200)
  })
})

type LookupDone = (error: Error | null, addresses?: { address: string; family: number }[]) => void

async function onBadPort(): Promise<FaultServer> {
  for (const port of [6000, 10080, 6665, 6666, 6667, 6668, 6669, 5060, 5061, 4190]) {
    const server = await startFaultServer({ port }).catch(() => undefined)
    if (server === undefined) continue
    afterwards(() => server.close())
    return server
  }
  throw new Error('every bad port is taken')
}

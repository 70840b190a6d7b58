// SPDX-License-Identifier: Apache-2.0
// Channels use the connections of the transport: its credentials, certificates, proxies and limits.
import { describe, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { execInPod } from '../../../../src/lib/cluster/channel/exec.ts'
import { forwardPort } from '../../../../src/lib/cluster/channel/port-forward.ts'
import { Sealed } from '../../../../src/lib/model/secret/sealed.ts'
import { testAuthority } from '../../../faults/certificates.ts'
import { bearer, failureOf, stubCredentials } from '../../../faults/clients.ts'
import { startProxy } from '../../../faults/proxy.ts'
import { message, SUCCESS, startWebSocketServer, type Upgrade } from '../../../faults/web-socket-server.ts'
import { afterwards, open } from '../transport/setting.ts'

const COMMAND = { namespace: 'ns', pod: 'p', command: ['true'] }
const OPTIONS = { signal: new AbortController().signal, maxBytes: 1000, deadline: 20_000 }
const succeed = async ({ accept }: Upgrade) => (await accept()).send(SUCCESS)

async function serve(onUpgrade: (upgrade: Upgrade) => void | Promise<void>, options = {}) {
  const server = await startWebSocketServer(onUpgrade, options)
  afterwards(() => server.close())
  return server
}

test('credentials are sent, and refreshed once after a 401', async () => {
  const server = await serve(async (upgrade) => {
    if (upgrade.request.headers.authorization === 'Bearer new') await succeed(upgrade)
    else upgrade.refuse(401, 'Unauthorized')
  })
  let token = 'old'
  const credentials = stubCredentials(
    () => bearer(token),
    () => {
      token = 'new'
      return true
    },
  )
  expect((await execInPod(open(server.config(), { credentials }), COMMAND, OPTIONS)).exitCode).toBe(0)
  expect(server.upgrades.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new'])
  expect((await failureOf(execInPod(open(server.config()), COMMAND, OPTIONS))).fault).toBe('unauthorized')
})

test('the client certificate is sent', async () => {
  let seen: string | undefined
  const server = await serve(
    async (upgrade) => {
      seen = upgrade.client
      await succeed(upgrade)
    },
    { askClientCertificate: true },
  )
  const clientCertificate = await (await testAuthority()).issue({ cn: 'operator' })
  const credentials = stubCredentials(() => bearer('x', { clientCertificate, generation: '1' }))
  await execInPod(open(server.config(), { credentials }), COMMAND, OPTIONS)
  expect(seen).toBe('operator')
})

test.each(['http', 'socks5'] as const)('a %s proxy carries exec and port-forward', async (kind) => {
  const server = await serve(async (upgrade) => {
    if (upgrade.request.url?.includes('/exec?')) return succeed(upgrade)
    const webSocket = await upgrade.accept()
    webSocket.on('message', (data) => webSocket.send(data))
  })
  const proxy = await startProxy({ kind, login: 'ops:secret' })
  afterwards(() => proxy.close())
  const proxyUrl = new Sealed(`${kind}://ops:secret@127.0.0.1:${proxy.port}`, 'proxy')
  const transport = open(server.config({ proxyUrl }))
  expect((await execInPod(transport, COMMAND, OPTIONS)).exitCode).toBe(0)
  const stream = await forwardPort(transport, { namespace: 'ns', pod: 'p', port: 80 }, OPTIONS)
  // The first two bytes are the port number.
  stream.write('..hello')
  expect(String((await stream[Symbol.asyncIterator]().next()).value)).toBe('hello')
  expect(proxy.asked).toEqual([`127.0.0.1:${server.port}`, `127.0.0.1:${server.port}`])
})

test('at most eight are open at once; the others wait', async () => {
  const waiting: WebSocket[] = []
  const server = await serve(async ({ accept }) => void waiting.push(await accept()))
  const transport = open(server.config())
  const running = Array.from({ length: 10 }, () => execInPod(transport, COMMAND, OPTIONS))
  await vi.waitFor(() => expect(waiting).toHaveLength(8), 10_000)
  expect(server.upgrades).toHaveLength(8)
  for (const webSocket of waiting.splice(0)) webSocket.send(SUCCESS)
  await vi.waitFor(() => expect(waiting).toHaveLength(2), 10_000)
  for (const webSocket of waiting) webSocket.send(SUCCESS)
  expect((await Promise.all(running)).map(({ exitCode }) => exitCode)).toEqual(Array.from({ length: 10 }, () => 0))
})

test('no command is sent to a server whose certificate is not verified', async () => {
  const server = await serve(succeed)
  const { ca: _, ...config } = server.config({ insecureSkipTlsVerify: true })
  expect((await failureOf(execInPod(open(config), COMMAND, OPTIONS))).fault).toBe('tls')
  expect(server.upgrades).toEqual([])
})

describe('port-forward', () => {
  test('reads no faster than its reader, and writes no faster than the server', async () => {
    const CHUNK = Buffer.alloc(100_000, 'x')
    const server = await serve(async ({ accept }) => {
      const webSocket = await accept()
      webSocket.send(message(0, '..'))
      for (let i = 0; i < 300; i++) webSocket.send(message(0, CHUNK))
      webSocket.close()
    })
    const stream = await forwardPort(open(server.config()), { namespace: 'ns', pod: 'p', port: 80 }, OPTIONS)
    stream.once('readable', () => {})
    await vi.waitFor(() => expect(stream.readableLength).toBeGreaterThan(0), 10_000)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(stream.readableLength).toBeLessThan(5_000_000)
    let size = 0
    for await (const chunk of stream as AsyncIterable<Buffer>) size += chunk.length
    expect(size).toBe(300 * CHUNK.length)
  })
})

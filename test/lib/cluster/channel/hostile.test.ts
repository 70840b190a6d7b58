// SPDX-License-Identifier: Apache-2.0
// WebSockets of a misbehaving server: one failure within the deadline, no uncaught error, and stdout stays open.
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { execInPod } from '../../../../src/lib/cluster/channel/exec.ts'
import { forwardPort } from '../../../../src/lib/cluster/channel/port-forward.ts'
import type { Fault } from '../../../../src/lib/model/landscape/fault.ts'
import { failureOf } from '../../../faults/clients.ts'
import { message, SUCCESS, startWebSocketServer, type Upgrade } from '../../../faults/web-socket-server.ts'
import { afterwards, type OpenOptions, open, PATIENT } from '../transport/setting.ts'

const never = new AbortController().signal
const COMMAND = { namespace: 'ns', pod: 'p', command: ['true'] }
const OPTIONS = { signal: never, maxBytes: 100_000, deadline: 20_000 }

const uncaught: unknown[] = []
const note = (error: unknown) => uncaught.push(error)
beforeEach(() => void process.on('uncaughtException', note).on('unhandledRejection', note))
afterEach(async () => {
  await turn()
  process.off('uncaughtException', note).off('unhandledRejection', note)
  expect(uncaught.splice(0)).toEqual([])
  expect(process.stdout.writableEnded).toBe(false)
})

async function serve(onUpgrade: (upgrade: Upgrade) => void | Promise<void>, options: OpenOptions = {}) {
  const server = await startWebSocketServer(onUpgrade)
  afterwards(() => server.close())
  return { server, transport: open(server.config(), options) }
}

const accepting =
  (...messages: readonly (Buffer | string)[]) =>
  async (upgrade: Upgrade) => {
    const webSocket = await upgrade.accept()
    for (const each of messages) webSocket.send(each)
  }

/** Sends these bytes after a valid handshake. */
const bytes = (raw: Uint8Array) => async (upgrade: Upgrade) => {
  await upgrade.accept()
  upgrade.socket.write(raw)
}

const say = (head: string) => (upgrade: Upgrade) => void upgrade.socket.write(head)
const status = (value: unknown) => message(3, typeof value === 'string' ? value : JSON.stringify(value))
const exitCode = (text: unknown) =>
  status({ status: 'Failure', reason: 'NonZeroExitCode', details: { causes: [{ reason: 'ExitCode', message: text }] } })

describe('exec fails', () => {
  test.each<[string, Fault, (upgrade: Upgrade) => void | Promise<void>]>([
    ['403', 'forbidden', ({ refuse }) => refuse(403, 'Forbidden')],
    ['500, which is not repeated', 'server', ({ refuse }) => refuse(500, 'InternalError')],
    ['a redirect, which is not followed', 'redirect', ({ refuse }) => refuse(302, 'Found')],
    ['200 instead of a WebSocket', 'malformed', ({ refuse }) => refuse(200, 'OK')],
    ['no HTTP', 'malformed', say('hello\r\n\r\n')],
    [
      'a wrong key',
      'malformed',
      say('HTTP/1.1 101 X\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: x\r\n\r\n'),
    ],
    ['a connection that is reset', 'unreachable', ({ socket }) => void socket.destroy()],
    ['a status that is not JSON', 'malformed', accepting(status('{'))],
    ['a status that is no object', 'malformed', accepting(status('[]'))],
    ['a status without a result', 'malformed', accepting(status({ reason: 'x' }))],
    [
      'causes that are no list',
      'malformed',
      accepting(status({ status: 'Failure', reason: 'NonZeroExitCode', details: { causes: 1 } })),
    ],
    ['an exit code that is no number', 'malformed', accepting(exitCode('abc'))],
    ['an exit code of 0', 'malformed', accepting(exitCode('0'))],
    ['an exit code of 1e99', 'malformed', accepting(exitCode('1e99'))],
    ['an unknown channel', 'malformed', accepting(message(9, 'x'))],
    ['a message in text', 'malformed', accepting('text')],
    ['an empty message', 'malformed', accepting(Buffer.alloc(0))],
    ['output larger than allowed, in one message', 'toolarge', accepting(message(1, 'x'.repeat(300_000)))],
    [
      'output larger than allowed, in many',
      'toolarge',
      accepting(...Array.from({ length: 200 }, () => message(2, 'x'.repeat(1000)))),
    ],
    ['a frame with reserved bits', 'malformed', bytes(Buffer.from([0xf2, 0x01, 0x01]))],
    ['a frame with an unknown type', 'malformed', bytes(Buffer.from([0x83, 0x00]))],
    ['a frame that is masked', 'malformed', bytes(Buffer.from([0x82, 0x81, 1, 2, 3, 4, 5]))],
    ['a frame of 2^63 bytes', 'malformed', bytes(Buffer.from([0x82, 127, 0x7f, 255, 255, 255, 255, 255, 255, 255]))],
    ['a close without a status', 'truncated', async ({ accept }) => (await accept()).close()],
    ['a connection that is cut', 'truncated', async ({ accept }) => (await accept()).terminate()],
  ])('%s', async (_what, fault, onUpgrade) => {
    const { server, transport } = await serve(onUpgrade)
    expect(await failureOf(execInPod(transport, COMMAND, OPTIONS))).toMatchObject({ fault, resource: 'pods/exec' })
    expect(server.upgrades).toHaveLength(1)
    await vi.waitFor(() => expect(server.open).toBe(0), 10_000)
  })

  test('when the handshake is never answered: at the request deadline', async () => {
    const { transport } = await serve(() => {}, { limits: { ...PATIENT, request: 300 } })
    expect((await failureOf(execInPod(transport, COMMAND, OPTIONS))).fault).toBe('timeout')
  })

  test('when the server sends nothing: at its deadline', async () => {
    const { server, transport } = await serve(accepting(message(1, 'x')))
    const failure = await failureOf(execInPod(transport, COMMAND, { ...OPTIONS, deadline: 300 }))
    expect(failure).toMatchObject({ fault: 'timeout', message: 'the command did not end within 0.3s' })
    await vi.waitFor(() => expect(server.open).toBe(0), 10_000)
  })

  test('when the command is cancelled, or the client is closed', async () => {
    const { transport } = await serve(accepting(message(1, 'x')))
    const stop = new AbortController()
    const cancelled = failureOf(execInPod(transport, COMMAND, { ...OPTIONS, signal: stop.signal }))
    const closed = failureOf(execInPod(transport, COMMAND, OPTIONS))
    await vi.waitFor(() => expect(transport.stats().connections).toBe(2), 10_000)
    stop.abort()
    expect((await cancelled).fault).toBe('cancelled')
    transport.close()
    expect(['cancelled', 'truncated', 'unreachable']).toContain((await closed).fault)
  })
})

test('exec ignores a closed channel, and does not request compression', async () => {
  const { server, transport } = await serve(
    accepting(message(255, Buffer.of(1)), message(1, ''), message(1, 'a'), message(255, Buffer.of(2)), SUCCESS),
  )
  expect(await execInPod(transport, COMMAND, OPTIONS)).toMatchObject({ exitCode: 0, stdout: Buffer.from('a') })
  expect(server.upgrades[0]?.headers['sec-websocket-extensions']).toBeUndefined()
})

test('pings are not answered beyond a limit if the server does not read', async () => {
  const PINGS = 2000
  const pings = Buffer.concat(
    Array.from({ length: PINGS }, () => Buffer.concat([Buffer.of(0x89, 125), Buffer.alloc(125)])),
  )
  let received = 0
  const { transport } = await serve(async ({ accept, socket }) => {
    const webSocket = await accept()
    socket.pause()
    for (let i = 0; i < 200; i++) await new Promise((resolve) => socket.write(pings, resolve))
    let quiet = setTimeout(() => webSocket.send(SUCCESS), 500)
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length
      clearTimeout(quiet)
      quiet = setTimeout(() => webSocket.send(SUCCESS), 500)
    })
    socket.resume()
  })
  expect((await execInPod(transport, COMMAND, OPTIONS)).exitCode).toBe(0)
  // All pongs would be 50 MB. The operating system buffers a few of them.
  expect(received).toBeLessThan(20_000_000)
})

describe('a forwarded port fails', () => {
  test.each<[string, Fault, (upgrade: Upgrade) => void | Promise<void>]>([
    ['403', 'forbidden', ({ refuse }) => refuse(403, 'Forbidden')],
    ['a message in text', 'malformed', accepting('text')],
    ['a message of 5 MB', 'toolarge', accepting(message(0, Buffer.alloc(5_000_000)))],
    ['a frame with reserved bits', 'malformed', bytes(Buffer.from([0xf2, 0x01, 0x01]))],
  ])('%s', async (_what, fault, onUpgrade) => {
    const { transport } = await serve(onUpgrade)
    const reading = async () => {
      const stream = await forwardPort(transport, { namespace: 'ns', pod: 'p', port: 1 }, OPTIONS)
      for await (const _chunk of stream);
    }
    expect((await failureOf(reading())).fault).toBe(fault)
  })

  test('at its deadline, even when it is not read', async () => {
    const { server, transport } = await serve(accepting())
    const stream = await forwardPort(transport, { namespace: 'ns', pod: 'p', port: 1 }, { ...OPTIONS, deadline: 300 })
    await vi.waitFor(() => expect(stream.destroyed).toBe(true), 10_000)
    expect(await failureOf(Promise.reject(stream.errored))).toMatchObject({ fault: 'timeout' })
    await vi.waitFor(() => expect(server.open).toBe(0), 10_000)
  })
})

// SPDX-License-Identifier: Apache-2.0
// The misbehaviours of the fault server.
import type { IncomingMessage, ServerResponse } from 'node:http'
import http2, { type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { gzipSync } from 'node:zlib'

export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** One misbehaviour, combined with the healthy response, so that a run has exactly one fault. */
export type Misdeed =
  /** Waits, then answers. */
  | { readonly type: 'delay'; readonly ms: number }
  | { readonly type: 'hang' }
  /** Sends headers and some bytes, then nothing more. */
  | { readonly type: 'stall'; readonly bytes: number }
  /** Sends the healthy body one byte at a time. */
  | { readonly type: 'drip'; readonly everyMs: number }
  /** Resets the connection, before the headers or after some bytes of the body. */
  | { readonly type: 'reset'; readonly bytes?: number }
  /** Closes the connection regularly, but too early. */
  | { readonly type: 'close'; readonly bytes?: number }
  /** Half the body: a larger content-length, a cut between chunks, or a complete response with half the text. */
  | { readonly type: 'truncate'; readonly how: 'length' | 'chunk' | 'text' }
  /** Another response than the healthy one. */
  | ({ readonly type: 'reply' } & Reply)
  /** HTTP/2 only: REFUSED_STREAM, so the request was not processed. */
  | { readonly type: 'refuse-stream' }
  /** HTTP/2 only: resets the stream with this error code after some bytes; the connection stays open. */
  | { readonly type: 'reset-stream'; readonly code: number; readonly bytes: number }
  /** HTTP/2 only: answers and sends GOAWAY; with a code, does not answer. */
  | { readonly type: 'goaway'; readonly code?: number }
  /** A watch or log: these chunks in sequence, then an end, a cut, or silence. */
  | {
      readonly type: 'stream'
      readonly chunks: readonly string[]
      readonly pauseMs?: number
      readonly last: 'end' | 'close' | 'reset' | 'hang'
    }

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) }
}

/** A metav1.Status as an API server sends it. */
export function status(code: number, reason: string, message = reason): Reply {
  return json({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason, message, code }, code)
}

/** The most common misbehaviours. */
export const faults = {
  status(code: number, options: { retryAfter?: number | string; reason?: string } = {}): Misdeed {
    const statusReply = status(code, options.reason ?? 'Injected')
    const headers: Record<string, string> = { ...statusReply.headers }
    if (options.retryAfter !== undefined) headers['retry-after'] = String(options.retryAfter)
    return { type: 'reply', ...statusReply, headers }
  },
  redirect: (location: string, code = 302): Misdeed => ({ type: 'reply', status: code, headers: { location } }),
  html: (code = 200): Misdeed => ({
    type: 'reply',
    status: code,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: '<!doctype html><html><body><form action="/login"><input name="password"></form></body></html>',
  }),
  body: (body: string | Uint8Array, headers: Record<string, string> = {}): Misdeed => ({
    type: 'reply',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  }),
  invalidUtf8: (): Misdeed =>
    faults.body(
      Buffer.concat([Buffer.from('{"kind":"List","x":"'), Buffer.from([0xff, 0xc0, 0x80]), Buffer.from('"}')]),
    ),
  /** A small gzip response that decompresses to this many megabytes. */
  gzipBomb: (megabytes: number): Misdeed =>
    faults.body(gzipSync(Buffer.alloc(megabytes * 1_048_576, ' ')), { 'content-encoding': 'gzip' }),
  hugeHeader: (bytes: number): Misdeed => faults.body('{}', { 'x-huge': 'x'.repeat(bytes) }),
}

export type Request = IncomingMessage | Http2ServerRequest
export type Response = ServerResponse | Http2ServerResponse

/** The request, its healthy response and the connection. */
export interface World {
  readonly response: Response
  readonly healthy: () => Promise<Reply>
  readonly later: (ms: number, run: () => void) => void
  readonly date: Date | undefined
  readonly reset: () => void
}

function begin({ response, date }: World, reply: Reply, extra: Record<string, string> = {}): Buffer {
  if (date !== undefined) response.setHeader('date', date.toUTCString())
  const headers = { ...reply.headers, ...extra }
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.statusCode = reply.status ?? 200
  return Buffer.from(reply.body ?? '')
}

/** Sends the reply with the right length. */
export function answer(world: World, reply: Reply): void {
  const body = begin(world, reply, { 'content-length': String(Buffer.byteLength(reply.body ?? '')) })
  world.response.end(body)
}

/** Writes bytes and waits until they are sent. */
function write(response: Response, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const done = () => setImmediate(resolve)
    if ('stream' in response) response.write(bytes, done)
    else response.write(bytes, done)
  })
}

/** Closes the whole connection regularly, whatever the protocol. */
function hangUp(response: Response): void {
  if ('stream' in response) response.stream.session?.destroy()
  else response.socket?.destroy()
}

/** Executes the misbehaviour. */
export async function commit(misdeed: Misdeed, world: World): Promise<void> {
  const { response, later } = world
  switch (misdeed.type) {
    case 'hang':
      return
    case 'delay':
      return later(misdeed.ms, () => void world.healthy().then((reply) => answer(world, reply)))
    case 'reply':
      return answer(world, misdeed)
    case 'stall': {
      const body = begin(world, await world.healthy())
      await write(response, pad(body, misdeed.bytes))
      return
    }
    case 'drip': {
      const body = begin(world, await world.healthy())
      const drop = (at: number) => {
        if (at >= body.length) return void response.end()
        if (response.destroyed) return
        void write(response, body.subarray(at, at + 1))
        later(misdeed.everyMs, () => drop(at + 1))
      }
      return drop(0)
    }
    case 'reset':
    case 'close': {
      if (misdeed.bytes !== undefined) await write(response, pad(begin(world, await world.healthy()), misdeed.bytes))
      return misdeed.type === 'reset' ? world.reset() : hangUp(response)
    }
    case 'truncate':
      return truncate(misdeed.how, world)
    case 'refuse-stream':
      if (!('stream' in response)) throw new Error('refuse-stream needs HTTP/2')
      return response.stream.close(http2.constants.NGHTTP2_REFUSED_STREAM)
    case 'reset-stream': {
      if (!('stream' in response)) throw new Error('reset-stream needs HTTP/2')
      const reply = await world.healthy()
      const body = begin(world, reply, { 'content-length': String(Buffer.byteLength(reply.body ?? '')) })
      await write(response, pad(body, misdeed.bytes))
      return response.stream.close(misdeed.code)
    }
    case 'goaway':
      if (!('stream' in response)) throw new Error('goaway needs HTTP/2')
      response.stream.session?.goaway(misdeed.code ?? http2.constants.NGHTTP2_NO_ERROR)
      if (misdeed.code !== undefined) return
      return answer(world, await world.healthy())
    case 'stream': {
      begin(world, { headers: { 'content-type': 'application/json' } })
      for (const chunk of misdeed.chunks) {
        await write(response, Buffer.from(chunk))
        if (misdeed.pauseMs !== undefined) await new Promise<void>((resolve) => later(misdeed.pauseMs ?? 0, resolve))
      }
      if (misdeed.chunks.length === 0 && 'flushHeaders' in response) (response as ServerResponse).flushHeaders()
      if (misdeed.last === 'end') response.end()
      if (misdeed.last === 'close') hangUp(response)
      if (misdeed.last === 'reset') world.reset()
    }
  }
}

async function truncate(how: 'length' | 'chunk' | 'text', world: World): Promise<void> {
  const reply = await world.healthy()
  const whole = Buffer.from(reply.body ?? '')
  const half = whole.subarray(0, Math.floor(whole.length / 2))
  if (how === 'text') return answer(world, { ...reply, body: half })
  begin(world, reply, how === 'length' ? { 'content-length': String(whole.length) } : {})
  await write(world.response, half)
  if (how === 'length' && 'stream' in world.response) return void world.response.stream.end()
  hangUp(world.response)
}

function pad(body: Buffer, bytes: number): Buffer {
  return body.length >= bytes ? body.subarray(0, bytes) : Buffer.concat([body, Buffer.alloc(bytes - body.length, ' ')])
}

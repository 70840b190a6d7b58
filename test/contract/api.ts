// SPDX-License-Identifier: Apache-2.0
// Plain HTTPS to a Kubernetes API: the contract suite must not depend on the client that it verifies.
import { Agent, request } from 'node:https'

/** Address of an API and credentials. */
export interface Login {
  readonly url: string
  /** PEM of the CA. */
  readonly ca: string
  /** Without a token there is no Authorization header. */
  readonly token?: string
  /** The user to impersonate; needs a token with that permission. */
  readonly impersonate?: string
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of an API under test can be anything; expectations give them shape
export type Json = any

export interface Answer {
  readonly status: number
  readonly type: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** The parsed body; undefined if it is no JSON. */
  readonly body: Json
}

export interface Call {
  readonly body?: unknown
  /** Content type of the body; JSON by default. */
  readonly type?: string
  readonly accept?: string
}

export interface Api {
  call(method: string, path: string, options?: Call): Promise<Answer>
  get(path: string, accept?: string): Promise<Answer>
  post(path: string, body: unknown): Promise<Answer>
  put(path: string, body: unknown): Promise<Answer>
  delete(path: string, body?: unknown): Promise<Answer>
  patch(type: keyof typeof PATCHES, path: string, body: unknown): Promise<Answer>
  apply(path: string, body: object, options: { manager: string; query?: string }): Promise<Answer>
  /** Opens a watch; an open watch keeps the test running. */
  watch(path: string, accept?: string): Promise<Watch>
  /** The same API with another token. */
  as(token: string | undefined): Api
  /** The same API, impersonating a user. */
  actingAs(user: string): Api
}

export interface Event {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'
  readonly object: Json
}

export interface Watch {
  readonly status: number
  /** The next event, or undefined at the end of the stream. Throws after a long silence. */
  next(): Promise<Event | undefined>
  /** All events up to and including the first match. */
  until(match: (event: Event) => boolean): Promise<Event[]>
  close(): void
}

export const PATCHES = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const

const SILENCE = 30_000

/** A client for one API and one user. */
export function connect(login: Login, agent = new Agent({ keepAlive: true, ca: login.ca, maxSockets: 20 })): Api {
  const send = (method: string, path: string, { body, type, accept }: Call = {}) => {
    const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
    const headers = {
      accept: accept ?? 'application/json',
      ...(login.token !== undefined && { authorization: `Bearer ${login.token}` }),
      ...(login.impersonate !== undefined && { 'impersonate-user': login.impersonate }),
      // Node sends the body of a DELETE only with a content length.
      ...(text !== undefined && {
        'content-type': type ?? 'application/json',
        'content-length': String(Buffer.byteLength(text)),
      }),
    }
    return request(new URL(path, login.url), { method, agent, timeout: SILENCE, headers }).end(text)
  }

  const call = (method: string, path: string, options: Call = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const outgoing = send(method, path, options)
      outgoing.once('timeout', () => outgoing.destroy(new Error(`no answer to ${method} ${path}`)))
      outgoing.once('error', (error: NodeJS.ErrnoException) => {
        // The server may close an idle connection at the moment we reuse it.
        if (outgoing.reusedSocket && error.code === 'ECONNRESET') call(method, path, options).then(resolve, reject)
        else reject(error)
      })
      outgoing.once('response', async (incoming) => {
        try {
          const text = Buffer.concat(await Array.fromAsync(incoming as AsyncIterable<Buffer>)).toString()
          const type = incoming.headers['content-type'] ?? ''
          const body = type.startsWith('application/json') ? JSON.parse(text) : undefined
          resolve({ status: incoming.statusCode ?? 0, type, headers: incoming.headers, text, body })
        } catch (error) {
          reject(error)
        }
      })
    })

  return {
    call,
    get: (path, accept) => call('GET', path, accept === undefined ? {} : { accept }),
    post: (path, body) => call('POST', path, { body }),
    put: (path, body) => call('PUT', path, { body }),
    delete: (path, body) => call('DELETE', path, { body }),
    patch: (type, path, body) => call('PATCH', path, { body, type: PATCHES[type] }),
    apply: (path, body, { manager, query }) =>
      call('PATCH', `${path}?fieldManager=${manager}${query ? `&${query}` : ''}`, { body, type: PATCHES.apply }),
    watch: (path, accept) => openWatch(() => send('GET', path, accept === undefined ? {} : { accept })),
    as: (token) => {
      const { token: _, ...where } = login
      return connect(token === undefined ? where : { ...where, token }, agent)
    },
    actingAs: (impersonate) => connect({ ...login, impersonate }, agent),
  }
}

function openWatch(send: () => ReturnType<typeof request>): Promise<Watch> {
  return new Promise((resolve, reject) => {
    const outgoing = send()
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      if (outgoing.reusedSocket && error.code === 'ECONNRESET') openWatch(send).then(resolve, reject)
      else reject(error)
    })
    outgoing.once('timeout', () => outgoing.destroy(new Error('the watch is silent')))
    outgoing.once('response', (incoming) => {
      const events = eventsOf(incoming as AsyncIterable<Buffer>)
      const next = async () => (await events.next()).value ?? undefined
      resolve({
        status: incoming.statusCode ?? 0,
        next,
        async until(match) {
          const seen: Event[] = []
          for (let event = await next(); event !== undefined; event = await next()) {
            seen.push(event)
            if (match(event)) return seen
          }
          throw new Error(`the watch ended after ${seen.map(({ type }) => type).join(', ') || 'nothing'}`)
        },
        close: () => {
          outgoing.on('error', () => {})
          incoming.on('error', () => {})
          outgoing.destroy()
        },
      })
    })
  })
}

async function* eventsOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Event, undefined> {
  let rest = Buffer.alloc(0)
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk])
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      const line = rest.subarray(0, end).toString()
      rest = rest.subarray(end + 1)
      if (line !== '') yield JSON.parse(line)
    }
  }
  return undefined
}

// SPDX-License-Identifier: Apache-2.0
// A proxy between the tool and an API server that forwards requests, and cuts, delays or repeats them on demand.
import { connect, type Login } from '../contract/api.ts'
import { type FaultServer, json, type Match, type Reply, type Seen, startFaultServer } from '../faults/server.ts'

export interface ApiProxy extends Login {
  readonly token: string
  readonly server: FaultServer
  /** Requests that reached the API server, in order; a PATCH of a dry run is marked. */
  readonly passed: readonly string[]
  match: Match
  /** Sends each matching request twice; the response to the second is returned. */
  repeat: (request: Seen) => boolean
  /** From now on no request reaches the API server; every connection is refused. */
  dead: boolean
  before: (request: Seen) => void | Promise<void>
  close(): Promise<void>
}

export const isWrite = ({ method, query }: Seen) => method === 'PATCH' && !query.has('dryRun')

/** Starts a proxy to one API server; it must be closed. */
export async function startApiProxy(to: Login & { readonly token: string }): Promise<ApiProxy> {
  const passed: string[] = []
  const forward = async (request: Seen): Promise<Reply> => {
    const { method, path, query, headers, body, token } = request
    if (proxy.dead)
      return json({ kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Forbidden', code: 403 }, 403)
    await proxy.before(request)
    if (proxy.dead)
      return json({ kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Forbidden', code: 403 }, 403)
    const api = connect({ ...to, ...(token === undefined ? {} : { token }) }, agent)
    const text = query.size > 0 ? `${path}?${query}` : path
    const options = {
      ...(body === '' ? {} : { body, type: String(headers['content-type']) }),
      accept: String(headers['accept'] ?? '*/*'),
    }
    const once = async () => {
      passed.push(`${method} ${path}${query.has('dryRun') ? ' dry' : ''}`)
      return api.call(method, text, options)
    }
    const first = await once()
    const answer = proxy.repeat(request) ? await once() : first
    return { status: answer.status, headers: { 'content-type': answer.type }, body: answer.text }
  }
  const { Agent } = await import('node:https')
  const agent = new Agent({ keepAlive: true, ca: to.ca, maxSockets: 20 })
  const server = await startFaultServer({ handler: forward, match: (...words) => proxy.match(...words) })
  const proxy: ApiProxy = {
    url: server.url,
    ca: server.ca,
    token: to.token,
    server,
    passed,
    match: () => undefined,
    repeat: () => false,
    dead: false,
    before: () => {},
    close: async () => {
      agent.destroy()
      await server.close()
    },
  }
  return proxy
}

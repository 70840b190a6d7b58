// SPDX-License-Identifier: Apache-2.0
import type { Socket } from 'node:net'
import { isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { systemRoots, tlsTrouble, watchCertificate } from './certificate.ts'
import { abortTrouble } from './deadline.ts'
import { request } from './node-http.ts'
import type { ProxyServer } from './proxy.ts'
import { socksConnect } from './socks.ts'
import type { ServerTarget } from './target.ts'
import { dialTcp, settled } from './tcp.ts'
import { TransportError, troubleOf } from './transport-error.ts'

/** Connects to the target through the proxy. Errors name the proxy by host and port only. */
export async function openTunnel(
  proxy: ProxyServer,
  target: ServerTarget,
  limit: number,
  signal: AbortSignal,
): Promise<Socket> {
  const socket = await connectToProxy(proxy, limit, signal)
  try {
    return await (proxy.scheme === 'socks5'
      ? socksConnect(socket, proxy, target, signal)
      : httpConnect(socket, proxy, target, signal))
  } catch (error) {
    socket.destroy()
    throw signal.aborted ? error : asProxyError(error, proxy)
  }
}

async function connectToProxy(proxy: ProxyServer, limit: number, signal: AbortSignal): Promise<Socket> {
  try {
    const socket = await dialTcp({ host: proxy.host, port: proxy.port, limit, signal })
    if (proxy.scheme !== 'https') return socket
    const secure = connectTls({
      socket,
      host: proxy.host,
      servername: isIP(proxy.host) === 0 ? proxy.host : '',
      ca: systemRoots(),
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
    })
    const certificate = watchCertificate(secure)
    return await settled(secure, 'secureConnect', signal).catch((error: unknown) => {
      throw tlsTrouble(error, { name: proxy.host, certificate: certificate(), skew: undefined }) ?? error
    })
  } catch (error) {
    throw signal.aborted ? error : asProxyError(error, proxy)
  }
}

function asProxyError(error: unknown, proxy: ProxyServer): TransportError {
  const transportError = troubleOf(error, proxy.host, proxy.port)
  if (transportError.message.startsWith('proxy ')) return transportError
  return new TransportError(transportError.fault, `proxy ${transportError.message}`, { again: transportError.again })
}

function httpConnect(socket: Socket, proxy: ProxyServer, target: ServerTarget, signal: AbortSignal): Promise<Socket> {
  const host = isIP(target.host) === 6 ? `[${target.host}]` : target.host
  const path = `${host}:${target.port}`
  const headers: Record<string, string> = { host: path }
  if (proxy.login !== undefined) {
    const login = `${proxy.login.user}:${proxy.login.password.unseal()}`
    headers['proxy-authorization'] = `Basic ${Buffer.from(login).toString('base64')}`
  }
  return new Promise((resolve, reject) => {
    const connectRequest = request({ method: 'CONNECT', path, headers, setHost: false, createConnection: () => socket })
    const onAbort = () => connectRequest.destroy(abortTrouble(signal))
    const done = (settle: () => void) => {
      signal.removeEventListener('abort', onAbort)
      settle()
    }
    connectRequest.on('error', (error) => done(() => reject(error)))
    connectRequest.on('response', (response) => done(() => reject(refusal(response.statusCode ?? 0))))
    connectRequest.on('connect', (response, tunnel: Socket, head) =>
      done(() => {
        if (response.statusCode !== 200) return reject(refusal(response.statusCode ?? 0))
        if (head.length > 0) tunnel.unshift(head)
        resolve(tunnel)
      }),
    )
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    connectRequest.end()
  })
}

function refusal(status: number): TransportError {
  const hint = status === 407 ? { hint: 'the proxy wants a user name and password in its URL' } : {}
  return new TransportError('unreachable', `proxy refused (${status})`, hint)
}

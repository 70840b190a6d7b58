// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls, createSecureContext, type SecureContext } from 'node:tls'
import { safeLine } from '../../model/text/sanitize.ts'
import type { ClusterConfig, Material } from '../config.ts'
import type { Credential } from '../credentials/types.ts'
import { systemRoots, tlsTrouble, watchCertificate } from './certificate.ts'
import { seconds, startDeadline } from './deadline.ts'
import type { ProxyServer } from './proxy.ts'
import type { ServerTarget } from './target.ts'
import { dialTcp, settled } from './tcp.ts'
import { codeOf, TransportError, troubleOf } from './transport-error.ts'

export type Protocol = 'h2' | 'http/1.1'

export interface OpenedSocket {
  readonly socket: Socket
  readonly protocol: Protocol
}

/** The connection settings of one server, fixed for the life of a transport. */
export interface Route {
  readonly config: ClusterConfig
  readonly target: ServerTarget
  readonly proxy: ProxyServer | undefined
  /** In ms, for DNS, TCP, proxy and TLS together. */
  readonly connectLimit: number
  readonly skew: () => number | undefined
}

/** Opens sockets for one credential. TLS sessions are resumed, but never those of another client certificate. */
export class SocketOpener {
  readonly #route: Route
  readonly #certificate: Credential['clientCertificate']
  #context: Promise<SecureContext> | undefined
  #session: Buffer | undefined

  constructor(route: Route, credential: Credential) {
    this.#route = route
    this.#certificate = credential.clientCertificate
  }

  /** Connects and verifies within the connect limit. Throws TransportError. */
  async open(protocols: readonly Protocol[], signal: AbortSignal): Promise<OpenedSocket> {
    const { target, proxy, connectLimit } = this.#route
    const { host, port } = target
    const deadline = startDeadline(connectLimit, signal)
    const options = { host, port, limit: connectLimit, signal: deadline.signal }
    let stage = proxy === undefined ? 'no TCP connection' : `no tunnel through proxy ${proxy.host}:${proxy.port}`
    try {
      const dialing =
        proxy === undefined ? dialTcp(options) : throughProxy(proxy, target, connectLimit, deadline.signal)
      // Created while connecting; #secure() reports its errors.
      if (target.secure) this.#loadContext().catch(() => {})
      const tcp = await dialing
      if (!target.secure) return { socket: tcp, protocol: 'http/1.1' }
      stage = 'TLS handshake not finished'
      return await this.#secure(tcp, protocols, deadline.signal)
    } catch (error) {
      if (!deadline.expired()) throw troubleOf(error, host, port)
      throw new TransportError('timeout', `no connection to ${host}:${port} within ${seconds(connectLimit)} (${stage})`)
    } finally {
      deadline.end()
    }
  }

  #loadContext(): Promise<SecureContext> {
    this.#context ??= secureContext(this.#route.config.ca, this.#certificate)
    return this.#context
  }

  async #secure(tcp: Socket, protocols: readonly Protocol[], signal: AbortSignal): Promise<OpenedSocket> {
    const { config, target, skew } = this.#route
    const name = config.tlsServerName ?? target.host
    const context = await this.#loadContext().catch((error: unknown) => {
      this.#context = undefined
      tcp.destroy()
      throw error
    })
    const socket = connectTls({
      socket: tcp,
      host: name,
      servername: isIP(name) === 0 ? name : '',
      secureContext: context,
      ALPNProtocols: [...protocols],
      // Always set, so that NODE_TLS_REJECT_UNAUTHORIZED has no effect.
      rejectUnauthorized: !config.insecureSkipTlsVerify,
      ...(this.#session === undefined ? {} : { session: this.#session }),
    })
    const certificate = watchCertificate(socket)
    socket.on('session', (session) => {
      if (socket.authorized) this.#session = session
    })
    try {
      await settled(socket, 'secureConnect', signal)
    } catch (error) {
      throw tlsTrouble(error, { name, certificate: certificate(), skew: skew() }) ?? error
    }
    return { socket, protocol: socket.alpnProtocol === 'h2' ? 'h2' : 'http/1.1' }
  }
}

/** Loaded on demand: proxies are rare and need Node's HTTP/1.1. */
async function throughProxy(...args: Parameters<typeof import('./tunnel.ts').openTunnel>): Promise<Socket> {
  const { openTunnel } = await import('./tunnel.ts')
  return openTunnel(...args)
}

async function secureContext(
  ca: Material | undefined,
  client: Credential['clientCertificate'],
): Promise<SecureContext> {
  const roots = ca === undefined ? systemRoots() : await authorityOf(ca)
  try {
    return createSecureContext({ ca: roots, minVersion: 'TLSv1.2', ...client })
  } catch (error) {
    if (!isUsable(roots))
      throw new TransportError('tls', `certificate-authority is not a PEM certificate (${codeOf(error)})`)
    throw new TransportError('tls', `client certificate and key cannot be used (${codeOf(error)})`)
  }
}

function isUsable(ca: string | string[]): boolean {
  try {
    createSecureContext({ ca })
    return true
  } catch {
    return false
  }
}

async function authorityOf(ca: Material): Promise<string> {
  const pem = 'data' in ca ? ca.data.unseal() : await readAuthority(ca.file)
  if (!pem.includes('-----BEGIN ')) throw new TransportError('tls', 'certificate-authority is not a PEM certificate')
  return pem
}

async function readAuthority(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new TransportError('tls', `cannot read certificate-authority ${safeLine(file, 300)} (${codeOf(error)})`)
  }
}

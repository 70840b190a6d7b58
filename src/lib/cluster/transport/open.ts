// SPDX-License-Identifier: Apache-2.0
import type { Limits } from '../../model/landscape/limits.ts'
import type { ClusterConfig } from '../config.ts'
import type { Credential, Credentials } from '../credentials/types.ts'
import { attempt, type TransportAttempt } from './attempt.ts'
import { systemClock } from './clock.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { freeBytes, readBody } from './decode.ts'
import { clusterBudget } from './decoded-budget.ts'
import type { Outgoing } from './exchange.ts'
import { ConnectionPool } from './pool.ts'
import { proxyFor } from './proxy.ts'
import { Rate } from './rate.ts'
import { outgoingOf } from './request-headers.ts'
import { type RetryRules, sendWithRetry } from './retry-loop.ts'
import { openStream } from './stream.ts'
import { type ServerTarget, serverTarget } from './target.ts'
import { failed, TransportError } from './transport-error.ts'
import type {
  ApiAnswer,
  ApiRequest,
  ApiStream,
  Transport,
  TransportDeps,
  TransportStats,
  UpgradeAnswer,
  UpgradeConnection,
} from './types.ts'
import { upgradeOnce } from './upgrade.ts'

/**
 * Opens nothing before the first request. Throws C5c3Error for a configuration that must not be used: plain http, a CA
 * together with insecure-skip-tls-verify, an invalid address.
 */
export function openTransport(
  config: ClusterConfig,
  credentials: Credentials,
  limits: Limits,
  deps: TransportDeps = {},
): Transport {
  return new ClusterTransport(config, credentials, limits, deps)
}

const REQUESTS_PER_SECOND = 20
const BURST = 200

class ClusterTransport implements Transport {
  readonly #target: ServerTarget
  readonly #limits: Limits
  readonly #deps: TransportDeps
  readonly #pool: ConnectionPool
  readonly #rules: RetryRules
  readonly #insecure: boolean
  readonly #encoding: 'gzip' | 'identity'
  readonly #budget = clusterBudget()
  /** Aborts with the command or the pool; most requests use its signal. */
  readonly #lifetime: Deadline
  #requests = 0
  #skew: number | undefined
  #hasWarned = false

  constructor(config: ClusterConfig, credentials: Credentials, limits: Limits, deps: TransportDeps) {
    const clock = deps.clock ?? systemClock
    const target = serverTarget(config, deps.allowPlainHttp ?? false)
    const proxy = proxyFor(target, config.proxyUrl, deps.env ?? process.env)
    this.#target = target
    this.#limits = limits
    this.#deps = deps
    this.#insecure = target.secure && config.insecureSkipTlsVerify
    // Compression costs more than it saves on loopback.
    this.#encoding = target.loopback && proxy === undefined ? 'identity' : 'gzip'
    this.#rules = {
      credentials,
      clock,
      rate: new Rate(deps.requestsPerSecond ?? REQUESTS_PER_SECOND, BURST, clock),
      deadline: deps.deadline ?? Number.POSITIVE_INFINITY,
      onEvent: (event) => deps.onEvent?.(event),
    }
    this.#pool = new ConnectionPool({
      config,
      target,
      proxy,
      connectLimit: Math.min(limits.connect, limits.request),
      skew: () => this.#skew ?? deps.knownSkew?.(),
    })
    this.#lifetime = startDeadline(Number.POSITIVE_INFINITY, deps.signal, this.#pool.signal)
  }

  async send(request: ApiRequest): Promise<ApiAnswer> {
    this.#checkSecurity(request)
    // Date, because the global `performance` loads a part of Node that nothing else here needs.
    const started = Date.now()
    const joined = this.#joinSignals(request)
    try {
      const { answered, attempts } = await sendWithRetry(request, this.#rules, joined.signal, (credential) =>
        this.#sendOnce(request, credential, this.#encoding, {
          purpose: 'request',
          signal: joined.signal,
          use: async (incoming, progress, release, signal) => {
            const share = this.#budget.share()
            try {
              const bytes = await readBody(incoming, progress, { signal, share })
              release()
              const discard = () => {
                freeBytes(bytes)
                share.release()
              }
              return { status: incoming.status, headers: incoming.headers, bytes, discard }
            } catch (error) {
              share.release()
              throw error
            }
          },
        }),
      )
      const { status, headers, bytes, discard } = answered
      const ms = Date.now() - started
      this.#rules.onEvent({
        type: 'answered',
        method: request.method,
        path: request.path,
        status,
        bytes: bytes.length,
        ms,
        attempts,
      })
      const skew = this.#skewOf(headers)
      return {
        status,
        headers,
        bytes,
        get text() {
          return bytes.toString('utf8')
        },
        attempts,
        release: discard,
        ...(skew === undefined ? {} : { clockSkew: skew }),
      }
    } finally {
      joined.end()
    }
  }

  async stream(request: ApiRequest): Promise<ApiStream> {
    this.#checkSecurity(request)
    const joined = this.#joinSignals(request)
    try {
      // A compressed watch would be delayed by the buffer of the compressor.
      const { answered, attempts } = await sendWithRetry(request, this.#rules, joined.signal, (credential) =>
        this.#sendOnce(request, credential, 'identity', {
          purpose: 'stream',
          signal: joined.signal,
          use: async (incoming, progress, release) => ({
            status: incoming.status,
            headers: incoming.headers,
            open: { incoming, progress, leave: release },
            discard: () => {
              incoming.body.destroy()
              release()
            },
          }),
        }),
      )
      this.#skewOf(answered.headers)
      return openStream(answered.open, {
        idle: this.#limits.watchIdle,
        signal: joined.signal,
        onEnd: () => joined.end(),
        inContext: (error) => failed(error, request, attempts),
      })
    } catch (error) {
      joined.end()
      throw error
    }
  }

  async upgrade<A extends UpgradeAnswer>(
    request: ApiRequest,
    handshake: (connection: UpgradeConnection) => Promise<A>,
  ): Promise<A> {
    this.#checkSecurity(request)
    const joined = this.#joinSignals(request)
    try {
      const { signal } = joined
      const { answered } = await sendWithRetry(request, this.#rules, signal, (credential) => {
        const outgoing = this.#outgoing(request, credential, 'identity')
        return upgradeOnce(this.#pool, this.#target, {
          outgoing,
          credential,
          limit: this.#limits.request,
          signal,
          handshake,
        })
      })
      return answered
    } finally {
      joined.end()
    }
  }

  clockSkew(): number | undefined {
    return this.#skew
  }

  stats(): TransportStats {
    return { connections: this.#pool.connections, requests: this.#requests }
  }

  close(): void {
    this.#pool.close()
    this.#lifetime.end()
  }

  #sendOnce<T>(
    request: ApiRequest,
    credential: Credential,
    encoding: 'gzip' | 'identity',
    task: Pick<TransportAttempt<T>, 'purpose' | 'signal' | 'use'>,
  ): Promise<T> {
    const outgoing = this.#outgoing(request, credential, encoding)
    return attempt(this.#pool, this.#target, { ...task, outgoing, credential, limit: this.#limits.request })
  }

  #outgoing(request: ApiRequest, credential: Credential, encoding: 'gzip' | 'identity'): Outgoing {
    this.#requests++
    const userAgent = this.#deps.userAgent ?? 'kubectl-c5c3'
    return outgoingOf(request, this.#target, credential, { userAgent, encoding })
  }

  #joinSignals({ signal }: ApiRequest): Deadline {
    // Most requests pass the signal of the command again, which is already joined.
    if (signal === undefined || signal === this.#deps.signal) return { ...this.#lifetime, end: () => {} }
    return startDeadline(Number.POSITIVE_INFINITY, this.#lifetime.signal, signal)
  }

  /** Reports insecure settings once and refuses writes to an unverified server. */
  #checkSecurity(request: ApiRequest): void {
    if (!this.#hasWarned) {
      this.#hasWarned = true
      const env = this.#deps.env ?? process.env
      if (this.#insecure) this.#rules.onEvent({ type: 'insecure' })
      if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
        this.#rules.onEvent({ type: 'ignored-variable', name: 'NODE_TLS_REJECT_UNAUTHORIZED' })
    }
    if (!this.#insecure || request.method === 'GET' || request.review || this.#deps.allowInsecureWrites) return
    const message = 'no writes to a server whose certificate is not verified (insecure-skip-tls-verify)'
    throw failed(new TransportError('tls', message, { hint: 'use --allow-insecure-tls to allow it' }), request, 0)
  }

  #skewOf(headers: Readonly<Record<string, string>>): number | undefined {
    const date = Date.parse(headers['date'] ?? '')
    if (Number.isNaN(date)) return undefined
    // The Date header is truncated to whole seconds: half a second more is the best estimate.
    this.#skew = date + 500 - this.#rules.clock.now()
    return this.#skew
  }
}

// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/graph/kind.ts'
import { LIMITS, type Limits } from '../model/landscape/limits.ts'
import { safeLine } from '../model/text/sanitize.ts'
import type { ClusterConfig } from './config.ts'
import { type CredentialDeps, credentialsFor } from './credentials/credentials-for.ts'
import { chooseVersion, expectServed, isNotServed, type VersionChoice } from './read/choose-version.ts'
import { discover } from './read/discovery.ts'
import { DiscoveryCache } from './read/discovery-cache.ts'
import { readObject } from './read/get.ts'
import { isPlainJson } from './read/is-plain-json.ts'
import { ownText } from './read/json-shape.ts'
import { fieldSelectorOf, listKind } from './read/list.ts'
import { readPlainAnswer, readResponse, requestError, sendRequest } from './read/response.ts'
import { NestingError, sanitize } from './read/sanitize.ts'
import { systemClock } from './transport/clock.ts'
import { openTransport } from './transport/open.ts'
import type { ApiRequest, Clock, Transport, TransportDeps } from './transport/types.ts'
import type { ClusterClient, ListOptions, WatchEvent } from './types.ts'
import { type WatchSource, watch } from './watch/watch.ts'
import { checkStream, readWatchEvents, watchRequest } from './watch/watch-stream.ts'

export interface OpenOptions extends TransportDeps, Pick<CredentialDeps, 'policy' | 'terminal' | 'prompt' | 'debug'> {
  readonly limits?: Limits
  readonly env?: NodeJS.ProcessEnv
}

/** Sends nothing before the first request. Throws C5c3Error for a configuration that must not be used. */
export function openCluster(config: ClusterConfig, options: OpenOptions = {}): ClusterClient {
  const limits = options.limits ?? LIMITS
  const transport = openTransport(config, credentialsFor(config, options), limits, options)
  return clientOf(config, transport, { ...options, watchIdle: limits.watchIdle })
}

export interface ClientOptions {
  /** Signal of the command: ends every watch. */
  readonly signal?: AbortSignal
  readonly clock?: Clock
  /** Idle limit of a stream in ms. */
  readonly watchIdle?: number
}

/** Every object and body that the client returns is sanitized: safe strings, sealed Secrets. The exception is raw(). */
export function clientOf(config: ClusterConfig, transport: Transport, options: ClientOptions = {}): ClusterClient {
  const clock = options.clock ?? systemClock
  const send = (request: ApiRequest) => transport.send(request)
  const discovery = new DiscoveryCache(() => discover(send), clock)
  const choose = async (kind: KindSpec) => chooseVersion(await discovery.served(), kind)
  /** A 404 may mean that the resource was removed after discovery: discover again, retry if the version changed. */
  const readServed = async <R>(kind: KindSpec, read: (choice: VersionChoice) => Promise<R>): Promise<R> => {
    const served = await discovery.served()
    const choice = chooseVersion(served, kind)
    try {
      return await read(choice)
    } catch (error) {
      if (!isNotServed(error)) throw error
      const newest = await discovery.confirm(served).catch(() => served)
      const newestChoice = chooseVersion(newest, kind)
      if (newestChoice.resource.version === choice.resource.version) throw error
      return read(newestChoice)
    }
  }

  return {
    id: Symbol(config.context),
    config,
    served: () => discovery.served(),
    serverVersion: async () => {
      const request: ApiRequest = { method: 'GET', path: '/version', about: { verb: 'read /version' } }
      const version = await sendRequest(send, request, (answer) =>
        readPlainAnswer(answer, request, (body) => ownText(body, 'gitVersion')),
      )
      if (version === undefined) throw requestError(request, 'malformed', 'the answer names no version')
      return safeLine(version, 80)
    },
    get: (kind, name, namespace) => readServed(kind, (choice) => readObject(send, kind, choice, name, namespace)),
    list: (kind, listOptions) => readServed(kind, (choice) => listKind(send, kind, choice, listOptions)),
    watch: (kind, watchOptions = {}) => watchKind(kind, watchOptions),
    json: (request) =>
      sendRequest(send, request, ({ bytes, ...answer }) => {
        const plain = isPlainJson(bytes ?? answer.text)
        const body = readResponse(answer, request, (read) => sanitizeBody(read, request, plain))
        return { body, answer: { ...answer, text: '' } }
      }),
    raw: (request) => sendRequest(send, request, (answer) => readResponse(answer, request, (body) => body)),
    stream: (request) => transport.stream(request),
    upgrade: (request, handshake) => transport.upgrade(request, handshake),
    clockSkew: () => transport.clockSkew(),
    stats: () => transport.stats(),
    close: () => transport.close(),
  }

  function watchKind(kind: KindSpec, watchOptions: ListOptions): AsyncIterable<WatchEvent> {
    const signals = [options.signal, watchOptions.signal].filter((signal) => signal !== undefined)
    const signal = AbortSignal.any(signals)
    let choice: VersionChoice | undefined
    const source: WatchSource = {
      list: async () => {
        if (choice === undefined) discovery.refresh()
        choice = undefined
        return readServed(kind, async (chosen) => {
          const listing = await listKind(send, kind, chosen, { ...watchOptions, signal })
          choice = chosen
          return listing
        })
      },
      open: async (resourceVersion) => {
        const { resource } = choice ?? (await choose(kind))
        const fieldSelector = fieldSelectorOf(kind, watchOptions)
        const selected = fieldSelector === undefined ? watchOptions : { ...watchOptions, fieldSelector }
        const about = { resource, options: selected, resourceVersion, random: clock.random(), signal }
        const request = watchRequest({ ...about, idle: options.watchIdle })
        const stream = await transport.stream(request)
        await expectServed(() => checkStream(stream, request))
        return { lines: readWatchEvents(stream, request, kind, resource), close: () => stream.close() }
      },
    }
    return watch(source, signal, clock)
  }
}

function sanitizeBody(body: unknown, request: ApiRequest, plain: boolean): unknown {
  try {
    return sanitize(body, { cut: Number.POSITIVE_INFINITY, plain })
  } catch (error) {
    if (error instanceof NestingError) throw requestError(request, 'malformed', error.message)
    throw error
  }
}

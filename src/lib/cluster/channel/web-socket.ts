// SPDX-License-Identifier: Apache-2.0
// WebSockets for client-node's exec and port-forward on connections of our transport, with its proxies, certificates,
// credentials and limits. Whatever the server sends, a socket ends with one call of onEnd and never throws.
import type { IncomingMessage } from 'node:http'
import { parse as parseQuery } from 'node:querystring'
import type { WebSocketInterface } from '@kubernetes/client-node/dist/web-socket-handler.js'
import { WebSocket } from 'ws'
import { ClusterError } from '../failure.ts'
import { resourceRequest } from '../read/path.ts'
import { refusalText } from '../read/refusal.ts'
import { failureOfAnswer } from '../status-failures.ts'
import { flattenHeaders } from '../transport/exchange.ts'
import { codeOf, failed, TransportError } from '../transport/transport-error.ts'
import type { ApiRequest, UpgradeAnswer, UpgradeConnection } from '../transport/types.ts'
import type { ClusterClient, ServedResource } from '../types.ts'

export interface ChannelOptions {
  /** Subprotocols, preferred first. */
  readonly protocols: readonly string[]
  /** In bytes, per message. */
  readonly maxPayload: number
  readonly signal: AbortSignal
  /** Called once after the last message; with an error unless the server closed the connection cleanly. */
  readonly onEnd: (error?: TransportError) => void
}

/** The transport does not repeat a POST when the connection is lost. */
export function podRequest(subresource: string, namespace: string, pod: string): ApiRequest {
  const { path } = resourceRequest('create', PODS, { namespace, name: pod })
  const about = { verb: 'create', resource: `pods/${subresource}`, namespace, name: pod }
  return { method: 'POST', path: `${path}/${subresource}`, about }
}

/** The WebSocket handler for the constructors of Exec and PortForward. */
export function webSocketsFor(
  client: Pick<ClusterClient, 'upgrade'>,
  request: ApiRequest,
  options: ChannelOptions,
): WebSocketInterface {
  return {
    connect: async (path, _text, onBinary) => {
      const [pathname, search = ''] = path.split('?')
      // client-node does not encode names: refuse a name that changes the path.
      if (pathname !== request.path) throw failed(malformed('the name is not valid in a path'), request, 0)
      const fullRequest: ApiRequest = { ...request, query: { ...parseQuery(search) }, signal: options.signal }
      const { webSocket, ...refusal } = await client.upgrade(fullRequest, (connection) =>
        openWebSocket(connection, options, (channel, data) => onBinary?.(channel, data) ?? true),
      )
      if (webSocket !== undefined) return webSocket
      if (refusal.status < 300) throw failed(malformed('no WebSocket was opened'), request, 1)
      throw new ClusterError(failureOfAnswer({ ...refusal, attempts: 1 }, request))
    },
  }
}

const PODS: ServedResource = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true, verbs: [] }
/** A v5 message on channel 255 announces that another channel was closed. */
const CLOSE_CHANNEL = 255
const MAX_UNSENT_PONGS = 64 * 1024

/** Emits 'sent' when the last message was handed to the operating system. */
class ChannelSocket extends WebSocket {
  override send(data: Buffer): void {
    super.send(data, () => this.emit('sent'))
  }
}

interface Handshake extends UpgradeAnswer {
  readonly webSocket?: WebSocket
  /** Body of a refusal. */
  readonly text: string
}

function openWebSocket(
  { socket, authority, path, headers }: UpgradeConnection,
  options: ChannelOptions,
  onMessage: (channel: number, data: Buffer) => boolean,
): Promise<Handshake> {
  // ws: because the socket already has TLS.
  const webSocket = new ChannelSocket(`ws://${authority}${path}`, [...options.protocols], {
    createConnection: () => socket,
    headers: { ...flattenHeaders(headers), host: authority },
    maxPayload: options.maxPayload,
    perMessageDeflate: false,
    followRedirects: false,
    autoPong: false,
  })
  return new Promise((resolve, reject) => {
    let failure: TransportError | undefined
    const fail = (reason: TransportError) => {
      failure ??= reason
      webSocket.terminate()
    }
    webSocket.on('error', (error) => {
      failure ??= toTransportError(error)
      reject(failure)
    })
    webSocket.once('open', () => {
      // Before 'open' the handshake reports the failure.
      webSocket.once('close', () => options.onEnd(failure))
      resolve({ status: 200, headers: {}, webSocket, text: '', discard: () => webSocket.terminate() })
    })
    webSocket.once('unexpected-response', (_request, response: IncomingMessage) => {
      refusalText(response).then((text) => {
        socket.destroy()
        resolve({
          status: response.statusCode ?? 0,
          headers: flattenHeaders(response.headers),
          text,
          discard: () => {},
        })
      })
    })
    // Limits our pongs to a server that does not read them.
    webSocket.on('ping', (data) => {
      if (webSocket.bufferedAmount < MAX_UNSENT_PONGS) webSocket.pong(data)
    })
    webSocket.on('message', (data, isBinary) => {
      // ws still delivers messages that arrived together with an invalid one.
      if (webSocket.readyState !== WebSocket.OPEN) return
      if (!isBinary || !Buffer.isBuffer(data) || data.length === 0)
        return fail(malformed('a message without a channel'))
      const channel = data.readUInt8(0)
      if (channel === CLOSE_CHANNEL) return
      try {
        if (!onMessage(channel, data.subarray(1))) webSocket.terminate()
      } catch {
        fail(malformed(`a message on channel ${channel} that is not valid`))
      }
    })
  })
}

function malformed(what: string): TransportError {
  return new TransportError('malformed', `the server broke the channel protocol: ${what}`)
}

/** ws errors without a code are handshake errors. */
function toTransportError(error: Error): TransportError {
  const code = codeOf(error)
  if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH')
    return new TransportError('toolarge', 'a message is larger than allowed')
  if (/^$|^(WS_ERR|HPE)_/.test(code)) return new TransportError('malformed', 'the server does not speak WebSocket')
  return new TransportError('unreachable', `connection lost (${code})`)
}

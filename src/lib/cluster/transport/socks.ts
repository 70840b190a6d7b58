// SPDX-License-Identifier: Apache-2.0
// A minimal SOCKS 5 client (RFC 1928, RFC 1929). The proxy resolves the name, as with Go's client.
import type { Socket } from 'node:net'
import { abortTrouble } from './deadline.ts'
import type { ProxyServer } from './proxy.ts'
import type { ServerTarget } from './target.ts'
import { TransportError } from './transport-error.ts'

/** Connects to the target through the SOCKS 5 proxy on this socket, which then is that connection. */
export async function socksConnect(
  socket: Socket,
  proxy: ProxyServer,
  target: ServerTarget,
  signal: AbortSignal,
): Promise<Socket> {
  const methods = proxy.login === undefined ? [NO_LOGIN] : [NO_LOGIN, LOGIN]
  socket.write(Buffer.from([5, methods.length, ...methods]))
  const [version, method] = await readExactly(socket, 2, signal)
  if (version !== 5) throw new TransportError('unreachable', 'proxy does not speak SOCKS 5')
  if (method === LOGIN && proxy.login !== undefined) {
    socket.write(
      Buffer.concat([
        Buffer.from([1]),
        lengthPrefixed(proxy.login.user),
        lengthPrefixed(proxy.login.password.unseal()),
      ]),
    )
    const [, status] = await readExactly(socket, 2, signal)
    if (status !== 0) throw new TransportError('unreachable', 'proxy refused (user name or password)')
  } else if (method === NO_METHOD || method !== NO_LOGIN) {
    throw new TransportError('unreachable', 'proxy refused (it wants another login than we have)')
  }
  const port = Buffer.from([target.port >> 8, target.port & 0xff])
  socket.write(Buffer.concat([Buffer.from([5, 1, 0, 3]), lengthPrefixed(target.host), port]))
  const [, reply, , type] = await readExactly(socket, 4, signal)
  if (reply !== 0)
    throw new TransportError('unreachable', `proxy refused (${REPLIES[reply ?? -1] ?? `SOCKS reply ${reply}`})`)
  const length = type === 1 ? 4 : type === 4 ? 16 : ((await readExactly(socket, 1, signal))[0] ?? 0)
  await readExactly(socket, length + 2, signal)
  return socket
}

const NO_LOGIN = 0
const LOGIN = 2
const NO_METHOD = 0xff

const REPLIES: Readonly<Record<number, string>> = {
  2: 'not allowed by its rules',
  3: 'network unreachable',
  4: 'host unreachable',
  5: 'connection refused',
  6: 'time ran out',
}

function lengthPrefixed(text: string): Buffer {
  const bytes = Buffer.from(text)
  if (bytes.length > 255) throw new TransportError('unreachable', 'proxy cannot take a name that long')
  return Buffer.concat([Buffer.from([bytes.length]), bytes])
}

/** Leaves further bytes in the socket. */
function readExactly(socket: Socket, count: number, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      socket.off('readable', onReadable).off('error', onGone).off('close', onGone)
      signal.removeEventListener('abort', onAbort)
      settle()
    }
    const onReadable = () => {
      const bytes: Buffer | null = socket.read(count)
      if (bytes !== null) finish(() => (bytes.length === count ? resolve(bytes) : onGone()))
    }
    const onGone = () => finish(() => reject(new TransportError('unreachable', 'proxy closed the connection')))
    const onAbort = () => finish(() => reject(abortTrouble(signal)))
    socket.on('readable', onReadable).on('error', onGone).on('close', onGone)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    else onReadable()
  })
}

// SPDX-License-Identifier: Apache-2.0
// A fake kubelet: the WebSocket streams that an API server opens to a node for exec and port-forward.
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { testAuthority } from '../faults/certificates.ts'

export interface StandInKubelet {
  readonly port: number
  /** Paths and queries of the streams so far. */
  readonly streams: readonly string[]
  close(): Promise<void>
}

export type RunCommand = (command: readonly string[]) => {
  readonly stdout?: string
  readonly stderr?: string
  readonly exitCode: number
}

/** Starts it on loopback; it must be closed. Port-forward answers each message with the same text in capitals. */
export async function startKubelet(run: RunCommand): Promise<StandInKubelet> {
  const server = createServer(await (await testAuthority()).issue())
  const webSockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) => [...offered].find((each) => /^v[45]\.channel\.k8s\.io$/.test(each)) ?? false,
  })
  const streams: string[] = []
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const url = new URL(request.url ?? '/', 'https://kubelet')
    streams.push(request.url ?? '')
    webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      if (url.pathname.startsWith('/exec/')) exec(webSocket, run(url.searchParams.getAll('command')))
      else forward(webSocket, Number(url.searchParams.get('port') ?? url.searchParams.get('ports')))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    streams,
    close: () => {
      server.closeAllConnections()
      for (const webSocket of webSockets.clients) webSocket.terminate()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const send = (webSocket: WebSocket, channel: number, data: string | Uint8Array) =>
  webSocket.send(Buffer.concat([Buffer.of(channel), Buffer.from(data)]))

function exec(webSocket: WebSocket, { stdout, stderr, exitCode }: ReturnType<RunCommand>): void {
  if (stdout !== undefined) send(webSocket, 1, stdout)
  if (stderr !== undefined) send(webSocket, 2, stderr)
  const failure = {
    status: 'Failure',
    reason: 'NonZeroExitCode',
    message: `command terminated with non-zero exit code: exit status ${exitCode}`,
    details: { causes: [{ reason: 'ExitCode', message: String(exitCode) }] },
  }
  send(webSocket, 3, JSON.stringify({ metadata: {}, ...(exitCode === 0 ? { status: 'Success' } : failure) }))
  webSocket.close(1000)
}

function forward(webSocket: WebSocket, port: number): void {
  const number = Buffer.alloc(2)
  number.writeUInt16LE(port)
  for (const channel of [0, 1]) send(webSocket, channel, number)
  webSocket.on('message', (data: Buffer) => send(webSocket, 0, data.subarray(1).toString().toUpperCase()))
}

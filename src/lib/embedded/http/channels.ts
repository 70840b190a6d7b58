// SPDX-License-Identifier: Apache-2.0
// exec and port-forward of Pods by WebSocket. Responses are in the fleet folder: <cluster>.channels/<namespace>/<pod>.json
//   { "commands": [{ "command": ["ceph", "df"], "stdout": "…", "stderr": "…", "exitCode": 0 }],
//     "ports": [{ "port": 5000, "response": "HTTP/1.1 200 OK\r\n…" }] }
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import type { V1Status } from '@kubernetes/client-node'
import type { WebSocket } from 'ws'
import { fleetText } from '../scenario/fleet-files.ts'
import type { ClusterState } from '../storage/cluster-state.ts'
import { entryOf } from '../storage/read.ts'
import { forbidden } from './access.ts'
import { type RequestTarget, requestTarget } from './routing.ts'
import { badRequest, noSuchResource } from './status-errors.ts'
import type { User } from './users.ts'

/** Throws ApiError like the real server. */
export async function openChannel(
  state: ClusterState,
  user: User,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'https://embedded')
  const target = requestTarget(url.pathname)
  const subresource = target?.subresource
  if (target?.plural !== 'pods' || (subresource !== 'exec' && subresource !== 'portforward')) throw noSuchResource()
  checkAccess(state, user, target, subresource)
  const type = state.catalog().find('', 'pods')
  if (type === undefined) throw noSuchResource()
  entryOf(state, type, target)
  const script = await scriptOf(state, target)
  const { WebSocketServer } = await import('ws')
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(/,\s*/)
  const protocol = PROTOCOLS[subresource].find((each) => offered.includes(each))
  if (protocol === undefined) throw badRequest('no supported WebSocket subprotocol was requested')
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, handleProtocols: () => protocol })
  server.handleUpgrade(request, socket, head, (webSocket) => {
    webSocket.on('error', () => {})
    if (subresource === 'exec') runCommand(webSocket, script, url.searchParams.getAll('command'))
    else servePort(webSocket, script, Number(url.searchParams.get('ports')))
  })
}

/** The upgrade is a GET; newer servers also require the verb create. */
function checkAccess(state: ClusterState, user: User, target: RequestTarget, subresource: Subresource): void {
  for (const verb of ['get', 'create'] as const) {
    const { group, plural: resource, name = '', namespace = '' } = target
    const attempt = { verb, group, resource, subresource, namespace, name }
    if (!state.access.allowed(user, attempt)) throw forbidden(user, attempt)
  }
}

async function scriptOf(state: ClusterState, { namespace = '', name = '' }: RequestTarget): Promise<Script> {
  for (const folder of state.member.channelFolders)
    try {
      return JSON.parse(await fleetText(join(folder, namespace, `${name}.json`))) as Script
    } catch {
      // Try the next layer of the fleet.
    }
  return {}
}

function runCommand(webSocket: WebSocket, { commands = [] }: Script, command: readonly string[]): void {
  const found = commands.find((each) => JSON.stringify(each.command) === JSON.stringify(command))
  const send = (channel: number, text: string) => webSocket.send(Buffer.concat([Buffer.of(channel), Buffer.from(text)]))
  if (found?.stdout !== undefined) send(STDOUT, found.stdout)
  if (found?.stderr !== undefined) send(STDERR, found.stderr)
  send(STATUS, JSON.stringify(found === undefined ? notExecutable(command[0] ?? '') : statusOf(found.exitCode ?? 0)))
  webSocket.close(NORMAL_CLOSURE)
}

function statusOf(exitCode: number): V1Status {
  if (exitCode === 0) return { metadata: {}, status: 'Success' }
  return {
    metadata: {},
    status: 'Failure',
    message: `command terminated with non-zero exit code: exit status ${exitCode}`,
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: String(exitCode) }] },
  }
}

function notExecutable(program: string): V1Status {
  const message = `Internal error occurred: error executing command in container: exec: ${JSON.stringify(program)}: executable file not found in $PATH`
  return { metadata: {}, status: 'Failure', message, reason: 'InternalError', code: 500 }
}

/** Channel 0 is the data and 1 the error of the port; each starts with the port number. */
function servePort(webSocket: WebSocket, { ports = [] }: Script, port: number): void {
  const number = Buffer.alloc(2)
  number.writeUInt16LE(port)
  const send = (channel: number, data: Uint8Array) => webSocket.send(Buffer.concat([Buffer.of(channel), data]))
  for (const channel of [0, 1]) send(channel, number)
  const found = ports.find((each) => each.port === port)
  if (found === undefined) {
    send(1, Buffer.from(`error forwarding port ${port} to pod: connection refused`))
    webSocket.close(NORMAL_CLOSURE)
    return
  }
  webSocket.once('message', () => {
    send(0, Buffer.from(found.response))
    webSocket.close(NORMAL_CLOSURE)
  })
}

interface Script {
  readonly commands?: readonly ScriptedCommand[]
  readonly ports?: readonly { readonly port: number; readonly response: string }[]
}

interface ScriptedCommand {
  readonly command: readonly string[]
  readonly stdout?: string
  readonly stderr?: string
  readonly exitCode?: number
}

const [STDOUT, STDERR, STATUS] = [1, 2, 3] as const
/** kubectl treats a close without a code as an error. */
const NORMAL_CLOSURE = 1000
const PROTOCOLS = { exec: ['v5.channel.k8s.io', 'v4.channel.k8s.io'], portforward: ['v4.channel.k8s.io'] }

type Subresource = keyof typeof PROTOCOLS

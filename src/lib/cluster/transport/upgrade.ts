// SPDX-License-Identifier: Apache-2.0
import type { Credential } from '../credentials/types.ts'
import { abortTrouble, orAborted, seconds, startDeadline } from './deadline.ts'
import type { Outgoing } from './exchange.ts'
import type { ConnectionPool } from './pool.ts'
import type { ServerTarget } from './target.ts'
import { TransportError, troubleOf } from './transport-error.ts'
import type { UpgradeAnswer, UpgradeConnection } from './types.ts'

export interface Upgrade<A extends UpgradeAnswer> {
  readonly outgoing: Outgoing
  readonly credential: Credential
  /** For the handshake; the connection has a limit of its own. */
  readonly limit: number
  readonly signal: AbortSignal
  readonly handshake: (connection: UpgradeConnection) => Promise<A>
}

/** One try to open an upgraded connection. Throws Trouble, whatever goes wrong. */
export async function upgradeOnce<A extends UpgradeAnswer>(
  pool: ConnectionPool,
  target: ServerTarget,
  { outgoing, credential, limit, signal, handshake }: Upgrade<A>,
): Promise<A> {
  const inWords = (error: unknown) =>
    signal.aborted ? abortTrouble(signal) : troubleOf(error, target.host, target.port)
  const socket = await pool.openUpgradable(credential, signal).catch((error: unknown) => {
    throw inWords(error)
  })
  const deadline = startDeadline(limit, signal)
  try {
    const { path, headers } = outgoing
    return await orAborted(handshake({ socket, authority: target.authority, path, headers }), deadline.signal)
  } catch (error) {
    socket.destroy()
    throw deadline.expired() ? new TransportError('timeout', `no answer within ${seconds(limit)}`) : inWords(error)
  } finally {
    deadline.end()
  }
}

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
  /** In ms, for the handshake; connecting has its own limit. */
  readonly limit: number
  readonly signal: AbortSignal
  readonly handshake: (connection: UpgradeConnection) => Promise<A>
}

/** One try. Throws TransportError, whatever goes wrong. */
export async function upgradeOnce<A extends UpgradeAnswer>(
  pool: ConnectionPool,
  target: ServerTarget,
  { outgoing, credential, limit, signal, handshake }: Upgrade<A>,
): Promise<A> {
  const toError = (error: unknown) =>
    signal.aborted ? abortTrouble(signal) : troubleOf(error, target.host, target.port)
  const socket = await pool.openUpgradable(credential, signal).catch((error: unknown) => {
    throw toError(error)
  })
  const deadline = startDeadline(limit, signal)
  try {
    const { path, headers } = outgoing
    return await orAborted(handshake({ socket, authority: target.authority, path, headers }), deadline.signal)
  } catch (error) {
    socket.destroy()
    throw deadline.expired() ? new TransportError('timeout', `no answer within ${seconds(limit)}`) : toError(error)
  } finally {
    deadline.end()
  }
}

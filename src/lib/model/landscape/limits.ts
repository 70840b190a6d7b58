// SPDX-License-Identifier: Apache-2.0
/** Timeouts in milliseconds. One unreachable cluster must never slow down the others. */
export interface Limits {
  /** TCP and TLS handshake, proxy included. */
  readonly connect: number
  /** One request with its whole body, retries not included. */
  readonly request: number
  /** A watch without any event for this long is dropped and resumed. API servers send a bookmark about every minute. */
  readonly watchIdle: number
}

export const LIMITS: Limits = { connect: 3000, request: 15_000, watchIdle: 90_000 }

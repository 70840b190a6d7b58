// SPDX-License-Identifier: Apache-2.0
// Stubs for the transport: credentials that change on demand and a clock that never waits.
import type { Credential, Credentials } from '../../src/lib/cluster/credentials/types.ts'
import { ClusterError } from '../../src/lib/cluster/failure.ts'
import type { Clock } from '../../src/lib/cluster/transport/types.ts'
import type { Failure } from '../../src/lib/model/landscape/fault.ts'

/** A static token, or the result of `current`; `refresh` returns the configured result. */
export function stubCredentials(
  current: string | (() => Credential) = 'stub-token',
  refresh: (rejected: Credential) => boolean = () => false,
): Credentials {
  const credential = typeof current === 'function' ? current : () => bearer(current)
  return { label: 'token', current: async () => credential(), refresh: async (rejected) => refresh(rejected) }
}

export function bearer(token: string, more: Partial<Credential> = {}): Credential {
  return { headers: { authorization: `Bearer ${token}` }, generation: 'none', ...more }
}

export interface FakeClock extends Clock {
  /** Every requested wait, in ms. None takes any time. */
  readonly waits: readonly number[]
}

/** A clock that advances only by waiting. */
export function fakeClock(start = Date.now(), random = 0.5): FakeClock {
  const waits: number[] = []
  let now = start
  return {
    waits,
    now: () => now,
    random: () => random,
    sleep: async (ms) => {
      waits.push(ms)
      now += ms
    },
  }
}

/** The failure of a promise; throws if it succeeds or fails otherwise. */
export async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  const outcome = await promise.then(
    () => 'resolved',
    (error: unknown) => error,
  )
  if (outcome instanceof ClusterError) return outcome.failure
  throw new Error('expected a ClusterError', { cause: outcome })
}

// SPDX-License-Identifier: Apache-2.0
// Stand-ins for the parts around a transport: credentials that change on demand and a clock that never waits.
import type { Credential, Credentials } from '../../src/lib/cluster/credentials/types.ts'
import { ClusterError } from '../../src/lib/cluster/failure.ts'
import type { Clock } from '../../src/lib/cluster/transport/types.ts'
import type { Failure } from '../../src/lib/model/landscape/fault.ts'

/** A static token, or whatever `current` says; `refresh` answers what it is told to. */
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
  /** Every wait that was asked for, in ms. None takes any time. */
  readonly waits: readonly number[]
}

/** Time that only passes by waiting. */
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

/** The failure a promise ends in; throws when it does not, or when it fails in another way. */
export async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  const outcome = await promise.then(
    () => 'resolved',
    (error: unknown) => error,
  )
  if (outcome instanceof ClusterError) return outcome.failure
  throw new Error('expected a ClusterError', { cause: outcome })
}

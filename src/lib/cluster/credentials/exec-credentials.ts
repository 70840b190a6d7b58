// SPDX-License-Identifier: Apache-2.0
import { generationOf } from './client-certificate.ts'
import { bearer, credentialOf } from './credential.ts'
import type { PluginAnswer } from './exec-credential.ts'
import { singleFlight } from './single-flight.ts'
import type { Credential, Credentials } from './types.ts'

export interface ExecCredentialsOptions {
  readonly label: string
  readonly run: (signal: AbortSignal) => Promise<PluginAnswer>
  /** Sent together with the plugin's credential. */
  readonly headers: Credential['headers']
  readonly now: () => number
}

/** Callers share one run and its result until shortly before it expires; a 401 runs the plugin once more. */
export function execCredentials({ label, run, headers, now }: ExecCredentialsOptions): Credentials {
  let held: { credential: Credential; renewAt: number; expiresAt: number } | undefined
  let failure: { error: unknown; until: number } | undefined
  let refreshedAt = Number.NEGATIVE_INFINITY

  const flight = singleFlight(async (signal) => {
    try {
      const answer = await run(signal)
      held = { credential: toCredential(answer, headers), ...lifetimeOf(answer.expiresAt, now()) }
      failure = undefined
      return held.credential
    } catch (error) {
      if (!signal.aborted) failure = { error, until: now() + COOL_DOWN }
      throw error
    }
  })

  const renew = async (signal: AbortSignal): Promise<Credential> => {
    if (failure && now() < failure.until) throw failure.error
    return flight.join(signal)
  }

  return {
    label,
    current: async (signal) => {
      if (held && now() < held.renewAt) return held.credential
      try {
        return await renew(signal)
      } catch (error) {
        // The early renewal failed; the credential is still valid.
        if (held && now() < held.expiresAt && !signal.aborted) return held.credential
        throw error
      }
    },
    refresh: async (rejected, signal) => {
      if (held && !isSameCredential(held.credential, rejected)) return true
      if (!flight.busy) {
        if (now() - refreshedAt < REFRESH_INTERVAL) return false
        refreshedAt = now()
      }
      return !isSameCredential(await renew(signal), rejected)
    },
  }
}

/** A credential is renewed this long before it expires, or after 4/5 of its lifetime if that is shorter. */
const RENEW_BEFORE_EXPIRY = 60_000

/** The shortest time between two runs of a plugin whose credentials have expired or are about to. */
const MIN_INTERVAL = 10_000

/** No new run for this long after a failure: thirty lists must not open thirty browser windows. */
const COOL_DOWN = 30_000

/** The shortest time between two runs after a 401. */
const REFRESH_INTERVAL = 60_000

function lifetimeOf(expiresAt: number | undefined, now: number): { renewAt: number; expiresAt: number } {
  if (expiresAt === undefined) return { renewAt: Number.POSITIVE_INFINITY, expiresAt: Number.POSITIVE_INFINITY }
  const remaining = expiresAt - now
  return { renewAt: Math.max(now + MIN_INTERVAL, expiresAt - Math.min(RENEW_BEFORE_EXPIRY, remaining / 5)), expiresAt }
}

function toCredential({ token, clientCertificate }: PluginAnswer, headers: Credential['headers']): Credential {
  return credentialOf({
    headers: { ...headers, ...(token && bearer(token)) },
    ...(clientCertificate && { clientCertificate }),
    generation: clientCertificate ? generationOf(clientCertificate.cert, clientCertificate.key) : 'no certificate',
  })
}

const isSameCredential = (a: Credential, b: Credential) =>
  a.headers['Authorization'] === b.headers['Authorization'] && a.generation === b.generation

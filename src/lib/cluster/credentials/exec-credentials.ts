// SPDX-License-Identifier: Apache-2.0
import { generationOf } from './client-certificate.ts'
import { bearer, credentialOf } from './credential.ts'
import type { PluginAnswer } from './exec-credential.ts'
import { singleFlight } from './single-flight.ts'
import type { Credential, Credentials } from './types.ts'

/** A credential is replaced this long before it ends, or after 4/5 of its life if that is shorter. */
const MARGIN = 60_000

/** Never ask a plugin again within this time only because what it handed out is about to end, or has ended already. */
const SHORTEST = 10_000

/** After a failure the plugin is left alone for this long: thirty lists must not open thirty browser windows. */
const COOL_DOWN = 30_000

/** A 401 runs the plugin again, but not more often than this. */
const REFRESH_INTERVAL = 60_000

export interface ExecCredentialsOptions {
  readonly label: string
  readonly run: (signal: AbortSignal) => Promise<PluginAnswer>
  /** Sent along with whatever the plugin hands out. */
  readonly headers: Credential['headers']
  readonly now: () => number
}

/** Credentials of a plugin: one run for all who wait, kept until shortly before they end, run again once after a 401. */
export function execCredentials({ label, run, headers, now }: ExecCredentialsOptions): Credentials {
  let held: { credential: Credential; renewAt: number; endsAt: number } | undefined
  let failure: { error: unknown; until: number } | undefined
  let refreshedAt = Number.NEGATIVE_INFINITY

  const flight = singleFlight(async (signal) => {
    try {
      const answer = await run(signal)
      held = { credential: toCredential(answer, headers), ...lifeOf(answer.expiresAt, now()) }
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
        // It could not be renewed ahead of time; it is still good.
        if (held && now() < held.endsAt && !signal.aborted) return held.credential
        throw error
      }
    },
    refresh: async (rejected, signal) => {
      if (held && !same(held.credential, rejected)) return true
      if (!flight.busy) {
        if (now() - refreshedAt < REFRESH_INTERVAL) return false
        refreshedAt = now()
      }
      return !same(await renew(signal), rejected)
    },
  }
}

function lifeOf(expiresAt: number | undefined, now: number): { renewAt: number; endsAt: number } {
  if (expiresAt === undefined) return { renewAt: Number.POSITIVE_INFINITY, endsAt: Number.POSITIVE_INFINITY }
  const left = expiresAt - now
  return { renewAt: Math.max(now + SHORTEST, expiresAt - Math.min(MARGIN, left / 5)), endsAt: expiresAt }
}

function toCredential({ token, clientCertificate }: PluginAnswer, headers: Credential['headers']): Credential {
  return credentialOf({
    headers: { ...headers, ...(token && bearer(token)) },
    ...(clientCertificate && { clientCertificate }),
    generation: clientCertificate ? generationOf(clientCertificate.cert, clientCertificate.key) : 'no certificate',
  })
}

const same = (a: Credential, b: Credential) =>
  a.headers['Authorization'] === b.headers['Authorization'] && a.generation === b.generation

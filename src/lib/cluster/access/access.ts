// SPDX-License-Identifier: Apache-2.0
// Who the server thinks we are and what it would let us do. Every authenticated user may ask this about itself.
import type { Failure } from '../../model/landscape/fault.ts'
import { ClusterError } from '../failure.ts'
import { inParallel } from '../parallel.ts'
import { own, ownText } from '../read/json-shape.ts'
import { requestError } from '../read/response.ts'
import { covers, type Rule, rulesEverywhere } from './rules.ts'
import { type Asker, selfReviewRequest, texts } from './self-review.ts'

export interface Identity {
  readonly username: string
  readonly uid?: string
  readonly groups: readonly string[]
}

/** One thing one may want to do. */
export interface Ask {
  readonly verb: string
  readonly group: string
  readonly resource: string
  readonly subresource?: string
  /** Absent: in all namespaces, or a cluster-scoped resource. */
  readonly namespace?: string
  readonly name?: string
}

export interface AccessDecision {
  readonly ask: Ask
  /** Undefined when the server did not tell; then there is a failure. */
  readonly allowed: boolean | undefined
  readonly failure?: Failure
}

/** Small questions: over HTTP/2 they share one round trip; the transport keeps HTTP/1.1 to its few connections itself. */
const REVIEWS_AT_ONCE = 48

/** Who am I to this server. Throws ClusterError: 'notinstalled' on servers before 1.28. */
export async function whoAmI(client: Asker, signal?: AbortSignal): Promise<Identity> {
  const request = selfReviewRequest({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }, signal)
  const user = own(own((await client.json(request)).body, 'status'), 'userInfo')
  const username = ownText(user, 'username')
  if (username === undefined) throw requestError(request, 'malformed', 'the review names no user')
  const uid = ownText(user, 'uid')
  return { username, ...(uid === undefined ? {} : { uid }), groups: texts(own(user, 'groups')) }
}

/** Fewer questions are asked one by one at once. */
const MANY = 4

/**
 * What of this I may do, in the order asked. Never throws for one question: the server's silence is not a permission.
 * One answer may say what is allowed everywhere; only a question of its own says that something is not. rules: that
 * answer, where it was asked for already.
 */
export async function mayI(
  client: Asker,
  asks: readonly Ask[],
  signal?: AbortSignal,
  rules?: Promise<readonly Rule[]>,
): Promise<readonly AccessDecision[]> {
  const everywhere = rules || asks.length >= MANY ? await (rules ?? rulesEverywhere(client, signal)) : []
  return inParallel(asks, REVIEWS_AT_ONCE, async (ask) => {
    if (everywhere.some((rule) => covers(rule, ask))) return { ask, allowed: true }
    try {
      return { ask, allowed: await isAllowed(client, ask, signal) }
    } catch (error) {
      if (!(error instanceof ClusterError)) throw error
      return { ask, allowed: undefined, failure: error.failure }
    }
  })
}

async function isAllowed(client: Asker, ask: Ask, signal: AbortSignal | undefined): Promise<boolean> {
  const spec = { resourceAttributes: ask }
  const request = selfReviewRequest(
    { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview', spec },
    signal,
  )
  const allowed = own(own((await client.json(request)).body, 'status'), 'allowed')
  if (typeof allowed !== 'boolean') throw requestError(request, 'malformed', 'the review says neither yes nor no')
  return allowed
}

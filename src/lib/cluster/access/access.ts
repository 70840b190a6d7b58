// SPDX-License-Identifier: Apache-2.0
// Self reviews: who the server authenticates us as and what it allows. Every authenticated user may create them.
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

/** The resourceAttributes of one access review. */
export interface Ask {
  readonly verb: string
  readonly group: string
  readonly resource: string
  readonly subresource?: string
  /** Absent for all namespaces and for cluster-scoped resources. */
  readonly namespace?: string
  readonly name?: string
}

export interface AccessDecision {
  readonly ask: Ask
  /** Undefined when the review failed; then failure is set. */
  readonly allowed: boolean | undefined
  readonly failure?: Failure
}

/** Reviews are small: over HTTP/2 they share one round trip; the transport limits HTTP/1.1 to its few connections. */
const REVIEWS_AT_ONCE = 48

/** Reads the authenticated user. Throws ClusterError: 'notinstalled' on servers before 1.28. */
export async function whoAmI(client: Asker, signal?: AbortSignal): Promise<Identity> {
  const request = selfReviewRequest({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }, signal)
  const user = own(own((await client.json(request)).body, 'status'), 'userInfo')
  const username = ownText(user, 'username')
  if (username === undefined) throw requestError(request, 'malformed', 'the review names no user')
  const uid = ownText(user, 'uid')
  return { username, ...(uid === undefined ? {} : { uid }), groups: texts(own(user, 'groups')) }
}

/** From this many requests on, one rules review is cheaper than an access review each. */
const RULES_REVIEW_FROM = 4

/**
 * Decides each request, in the given order; a failed review is not a permission. The rules of all namespaces can only
 * allow: a denial needs an access review of its own. rules: those rules where the caller has requested them already.
 */
export async function mayI(
  client: Asker,
  asks: readonly Ask[],
  signal?: AbortSignal,
  rules?: Promise<readonly Rule[]>,
): Promise<readonly AccessDecision[]> {
  const everywhere = rules || asks.length >= RULES_REVIEW_FROM ? await (rules ?? rulesEverywhere(client, signal)) : []
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

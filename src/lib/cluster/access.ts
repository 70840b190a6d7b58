// SPDX-License-Identifier: Apache-2.0
// Who the server thinks we are and what it would let us do. Every authenticated user may ask this about itself.
import type { Failure } from '../model/fault.ts'
import { bad } from './answer.ts'
import { ClusterError } from './failure.ts'
import { inParallel } from './parallel.ts'
import { own, ownText } from './shape.ts'
import type { ApiRequest } from './transport/types.ts'
import type { ClusterClient } from './types.ts'

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

export interface Permission {
  readonly ask: Ask
  /** Undefined when the server did not tell; then there is a failure. */
  readonly allowed: boolean | undefined
  readonly failure?: Failure
}

/** What one namespace allows: an answer that may be incomplete, so its absence of a rule proves nothing. */
export interface Rules {
  readonly rules: readonly {
    readonly verbs: readonly string[]
    readonly groups: readonly string[]
    readonly resources: readonly string[]
  }[]
  readonly incomplete: boolean
}

type Asker = Pick<ClusterClient, 'json'>

/** Small questions: over HTTP/2 they share one round trip; the transport keeps HTTP/1.1 to its few connections itself. */
const REVIEWS_AT_ONCE = 48

/** Who am I to this server. Throws ClusterError: 'notinstalled' on servers before 1.28. */
export async function whoAmI(client: Asker, signal?: AbortSignal): Promise<Identity> {
  const request = review('authentication.k8s.io', 'selfsubjectreviews', 'SelfSubjectReview', undefined, signal)
  const user = own(own((await client.json(request)).body, 'status'), 'userInfo')
  const username = ownText(user, 'username')
  if (username === undefined) throw bad(request, 'malformed', 'the review names no user')
  const uid = ownText(user, 'uid')
  return { username, ...(uid === undefined ? {} : { uid }), groups: texts(own(user, 'groups')) }
}

/** What of this I may do, in the order asked. Never throws for one question: the server's silence is not a permission. */
export function mayI(client: Asker, asks: readonly Ask[], signal?: AbortSignal): Promise<readonly Permission[]> {
  return inParallel(asks, REVIEWS_AT_ONCE, async (ask) => {
    try {
      return { ask, allowed: await isAllowed(client, ask, signal) }
    } catch (error) {
      if (!(error instanceof ClusterError)) throw error
      return { ask, allowed: undefined, failure: error.failure }
    }
  })
}

/** The rules of one namespace in one answer. Throws ClusterError. */
export async function rulesIn(client: Asker, namespace: string, signal?: AbortSignal): Promise<Rules> {
  const spec = { namespace }
  const request = review('authorization.k8s.io', 'selfsubjectrulesreviews', 'SelfSubjectRulesReview', spec, signal)
  const status = own((await client.json(request)).body, 'status')
  const rules = own(status, 'resourceRules')
  if (!Array.isArray(rules)) throw bad(request, 'malformed', 'the review holds no rules')
  return {
    rules: rules.map((rule) => ({
      verbs: texts(own(rule, 'verbs')),
      groups: texts(own(rule, 'apiGroups')),
      resources: texts(own(rule, 'resources')),
    })),
    incomplete: own(status, 'incomplete') === true,
  }
}

async function isAllowed(client: Asker, ask: Ask, signal: AbortSignal | undefined): Promise<boolean> {
  const spec = { resourceAttributes: ask }
  const request = review('authorization.k8s.io', 'selfsubjectaccessreviews', 'SelfSubjectAccessReview', spec, signal)
  const allowed = own(own((await client.json(request)).body, 'status'), 'allowed')
  if (typeof allowed !== 'boolean') throw bad(request, 'malformed', 'the review says neither yes nor no')
  return allowed
}

function review(
  group: string,
  plural: string,
  kind: string,
  spec: unknown,
  signal: AbortSignal | undefined,
): ApiRequest {
  return {
    method: 'POST',
    path: `/apis/${group}/v1/${plural}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiVersion: `${group}/v1`, kind, ...(spec === undefined ? {} : { spec }) }),
    review: true,
    about: { verb: 'create', resource: `${plural}.${group}` },
    ...(signal === undefined ? {} : { signal }),
  }
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((element) => typeof element === 'string') : []
}

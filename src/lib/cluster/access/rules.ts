// SPDX-License-Identifier: Apache-2.0
import type { V1ResourceRule, V1SubjectRulesReviewStatus } from '@kubernetes/client-node'
import { ClusterError } from '../failure.ts'
import { own } from '../read/json-shape.ts'
import { requestError } from '../read/response.ts'
import type { Ask } from './access.ts'
import { type Asker, selfReviewRequest, texts } from './self-review.ts'

export interface Rule {
  readonly verbs: readonly string[]
  readonly groups: readonly string[]
  readonly resources: readonly string[]
  /** Absent: whatever its name is. */
  readonly names?: readonly string[]
}

/** What one namespace allows: an answer that may be incomplete, so its absence of a rule proves nothing. */
export interface NamespaceRules {
  readonly rules: readonly Rule[]
  readonly incomplete: boolean
}

/** The rules of one namespace in one answer. Throws ClusterError. */
export async function rulesIn(client: Asker, namespace: string, signal?: AbortSignal): Promise<NamespaceRules> {
  const spec = { namespace }
  const request = selfReviewRequest(
    { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectRulesReview', spec },
    signal,
  )
  const status = own((await client.json(request)).body, 'status')
  const rules = own(status, 'resourceRules' satisfies keyof V1SubjectRulesReviewStatus)
  if (!Array.isArray(rules)) throw requestError(request, 'malformed', 'the review holds no rules')
  return { rules: rules.map(ruleOf), incomplete: own(status, 'incomplete') === true }
}

function ruleOf(rule: unknown): Rule {
  const textsAt = (field: keyof V1ResourceRule) => texts(own(rule, field))
  const names = textsAt('resourceNames')
  return {
    verbs: textsAt('verbs'),
    groups: textsAt('apiGroups'),
    resources: textsAt('resources'),
    ...(names.length === 0 ? {} : { names }),
  }
}

/** No namespace can have this name, so no RoleBinding can stand in it: what is allowed there is allowed in all. */
const NOWHERE = 'no.namespace'

/**
 * What is allowed in all namespaces, as far as the server can tell. None where it cannot tell everything: an authorizer
 * that does not say its rules may refuse what others allow. Never throws.
 */
export async function rulesEverywhere(client: Asker, signal?: AbortSignal): Promise<readonly Rule[]> {
  try {
    const { rules, incomplete } = await rulesIn(client, NOWHERE, signal)
    return incomplete ? [] : rules
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error
    return []
  }
}

/** True when a rule allows this, as RBAC reads it. */
export function covers({ verbs, groups, resources, names }: Rule, ask: Ask): boolean {
  const { verb, group, resource, subresource, name } = ask
  const whole = subresource === undefined ? resource : `${resource}/${subresource}`
  const has = (allowed: readonly string[], wanted: string) => allowed.includes('*') || allowed.includes(wanted)
  return (
    has(verbs, verb) &&
    has(groups, group) &&
    (has(resources, whole) || (subresource !== undefined && resources.includes(`*/${subresource}`))) &&
    (names === undefined || (name !== undefined && names.includes(name)))
  )
}

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
  /** Absent for all names. */
  readonly names?: readonly string[]
}

/** May be incomplete, so a missing rule does not prove that the action is forbidden. */
export interface NamespaceRules {
  readonly rules: readonly Rule[]
  readonly incomplete: boolean
}

/** Throws ClusterError. */
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
  const stringsAt = (field: keyof V1ResourceRule) => texts(own(rule, field))
  const names = stringsAt('resourceNames')
  return {
    verbs: stringsAt('verbs'),
    groups: stringsAt('apiGroups'),
    resources: stringsAt('resources'),
    ...(names.length === 0 ? {} : { names }),
  }
}

/** Not a valid namespace name, so no RoleBinding can exist in it: what is allowed here is allowed in all namespaces. */
const INVALID_NAMESPACE = 'no.namespace'

/**
 * The rules that hold in all namespaces; empty when the server reports them as incomplete, because an authorizer that
 * does not list its rules may deny what others allow. Never throws.
 */
export async function rulesEverywhere(client: Asker, signal?: AbortSignal): Promise<readonly Rule[]> {
  try {
    const { rules, incomplete } = await rulesIn(client, INVALID_NAMESPACE, signal)
    return incomplete ? [] : rules
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error
    return []
  }
}

/** Matches as RBAC does. */
export function covers({ verbs, groups, resources, names }: Rule, ask: Ask): boolean {
  const { verb, group, resource, subresource, name } = ask
  const fullResource = subresource === undefined ? resource : `${resource}/${subresource}`
  const matches = (allowed: readonly string[], value: string) => allowed.includes('*') || allowed.includes(value)
  return (
    matches(verbs, verb) &&
    matches(groups, group) &&
    (matches(resources, fullResource) || (subresource !== undefined && resources.includes(`*/${subresource}`))) &&
    (names === undefined || (name !== undefined && names.includes(name)))
  )
}

// SPDX-License-Identifier: Apache-2.0
import type {
  V1SelfSubjectReviewStatus,
  V1SubjectAccessReviewStatus,
  V1SubjectRulesReviewStatus,
} from '@kubernetes/client-node'
import type { AsJson } from '../../model/object/kubernetes-json.ts'
import { isObject, type Json, type Manifest, textAtKeys, valueAtKeys } from '../json.ts'
import type { ClusterState } from '../storage/cluster-state.ts'
import type { AccessAttempt } from './access.ts'
import { type Call, type HttpAnswer, json } from './exchange.ts'
import { badRequest, invalid, invalidValue } from './status-errors.ts'
import { MASTERS, type User } from './users.ts'

/** Answers self-subject reviews; undefined for other kinds. */
export function answerReview(state: ClusterState, kind: string, call: Call, body: Manifest): HttpAnswer | undefined {
  switch (kind) {
    case 'SelfSubjectReview':
      return answer<V1SelfSubjectReviewStatus>(body, undefined, { userInfo: userInfo(call.user) })
    case 'SelfSubjectAccessReview':
      return accessReview(state, call.user, body)
    case 'SelfSubjectRulesReview':
      return rulesReview(state, call.user, body)
    case 'SubjectAccessReview':
    case 'LocalSubjectAccessReview': {
      const groups = valueAtKeys(body, 'spec', 'groups')
      const named = textAtKeys(body, 'spec', 'user')
      return accessReview(state, state.users.byName(named, Array.isArray(groups) ? groups.map(String) : []), body)
    }
    default:
      return undefined
  }
}

type ReviewStatus = V1SelfSubjectReviewStatus | V1SubjectAccessReviewStatus | V1SubjectRulesReviewStatus

const answer = <Status extends ReviewStatus>(body: Manifest, spec: unknown, status: AsJson<Status>) =>
  json(
    {
      kind: body.kind,
      apiVersion: body.apiVersion,
      metadata: {},
      ...(spec === undefined ? {} : { spec }),
      status,
    },
    201,
  )

const userInfo = ({ name, uid, groups }: User) => ({ username: name, ...(uid === '' ? {} : { uid }), groups })

function accessReview(state: ClusterState, user: User, body: Manifest): HttpAnswer {
  const attributes = valueAtKeys(body, 'spec', 'resourceAttributes')
  const path = valueAtKeys(body, 'spec', 'nonResourceAttributes')
  if (!isObject(attributes) && !isObject(path))
    throw invalid({ group: 'authorization.k8s.io', kind: '', name: '' }, [
      invalidValue(
        'spec.resourceAttributes',
        null,
        'exactly one of nonResourceAttributes or resourceAttributes must be specified',
      ),
    ])
  const allowed = isObject(attributes)
    ? state.access.allowed(user, attemptOf(attributes))
    : mayGoTo(user, textAtKeys(path, 'path'))
  return answer<V1SubjectAccessReviewStatus>(body, body['spec'], { allowed })
}

function attemptOf(attributes: Json): AccessAttempt {
  const text = (field: string) => textAtKeys(attributes, field)
  return {
    verb: text('verb'),
    group: text('group'),
    resource: text('resource'),
    ...(text('subresource') === '' ? {} : { subresource: text('subresource') }),
    ...(text('namespace') === '' ? {} : { namespace: text('namespace') }),
    ...(text('name') === '' ? {} : { name: text('name') }),
  }
}

/** Paths that every authenticated user may read. */
const OPEN = /^\/(api|apis|openapi|version|healthz|livez|readyz)(\/.*)?$/

/** For non-resource paths. */
export const mayGoTo = (user: User, path: string) => user.groups.includes(MASTERS) || OPEN.test(path)

function rulesReview(state: ClusterState, user: User, body: Manifest): HttpAnswer {
  const namespace = textAtKeys(body, 'spec', 'namespace')
  if (namespace === '') throw badRequest('no namespace on request')
  const forbidden = state.member.rules.forbidden
  const rules = state.access.rulesOf(user, namespace).map((rule) => ({
    verbs: rule.verbs,
    apiGroups: rule.groups,
    resources: rule.resources,
    ...(rule.names === undefined ? {} : { resourceNames: rule.names }),
  }))
  return answer<V1SubjectRulesReviewStatus>(
    body,
    {},
    {
      resourceRules: rules,
      nonResourceRules: [
        {
          verbs: ['get'],
          nonResourceURLs: ['/api', '/api/*', '/apis', '/apis/*', '/openapi', '/openapi/*', '/version'],
        },
      ],
      // RBAC rules cannot express a denied resource or an exception to '*'.
      incomplete: forbidden.length > 0 || user.rules.some((rule) => rule.except !== undefined),
    },
  )
}

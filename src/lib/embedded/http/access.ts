// SPDX-License-Identifier: Apache-2.0
import { listAtKeys, type Manifest, textAtKeys } from '../json.ts'
import { resourceKey } from '../storage/resource-type.ts'
import type { Store } from '../storage/store.ts'
import { ApiError } from './status-errors.ts'
import { type AccessRule, AUTHENTICATED, MASTERS, type User } from './users.ts'

/** A request to authorize. */
export interface AccessAttempt {
  readonly verb: string
  readonly group: string
  readonly resource: string
  readonly subresource?: string
  readonly namespace?: string
  readonly name?: string
}

/** Authorizes requests: the fleet's forbidden resources first, then system:masters, own rules and RBAC objects. */
export class Access {
  readonly #store: Store
  readonly #forbidden: ReadonlySet<string>

  constructor(store: Store, forbidden: readonly string[]) {
    this.#store = store
    this.#forbidden = new Set(forbidden)
  }

  allowed(user: User, attempt: AccessAttempt): boolean {
    const { group, resource, subresource } = attempt
    if (this.isForbidden(group, resource)) return false
    if (subresource && this.isForbidden(group, `${resource}/${subresource}`)) return false
    if (user.groups.includes(MASTERS)) return true
    return this.rulesOf(user, attempt.namespace).some((rule) => covers(rule, attempt))
  }

  isForbidden(group: string, resource: string): boolean {
    return this.#forbidden.has(resourceKey({ group, plural: resource }))
  }

  /** The rules of a user in a namespace, or in the whole cluster if there is none. */
  rulesOf(user: User, namespace: string | undefined): readonly AccessRule[] {
    if (user.groups.includes(MASTERS)) return [{ verbs: ['*'], groups: ['*'], resources: ['*'] }]
    const own = user.rules.filter(
      ({ namespaces }) => namespaces === undefined || (namespace !== undefined && namespaces.includes(namespace)),
    )
    return [...SELF, ...own, ...this.#rbac(user, namespace)]
  }

  #rbac(user: User, namespace: string | undefined): readonly AccessRule[] {
    const bindings = [
      ...this.#store.entries('clusterrolebindings.rbac.authorization.k8s.io'),
      ...(namespace === undefined
        ? []
        : this.#store
            .entries('rolebindings.rbac.authorization.k8s.io')
            .filter((entry) => entry.object.metadata.namespace === namespace)),
    ]
    return bindings
      .map((entry) => entry.object)
      .filter((binding) => listAtKeys(binding, 'subjects').some((subject) => isSubject(user, subject)))
      .flatMap((binding) => this.#rulesOfRole(binding))
  }

  #rulesOfRole(binding: Manifest): readonly AccessRule[] {
    const name = textAtKeys(binding, 'roleRef', 'name')
    const role =
      textAtKeys(binding, 'roleRef', 'kind') === 'Role'
        ? this.#store.get('roles.rbac.authorization.k8s.io', `${binding.metadata.namespace}/${name}`)
        : this.#store.get('clusterroles.rbac.authorization.k8s.io', name)
    return listAtKeys(role?.object, 'rules').map((rule) => {
      const names = strings(rule, 'resourceNames')
      return {
        verbs: strings(rule, 'verbs'),
        groups: strings(rule, 'apiGroups'),
        resources: strings(rule, 'resources'),
        ...(names.length === 0 ? {} : { names }),
      }
    })
  }
}

/** Every authenticated user may create reviews about themselves. */
const SELF: readonly AccessRule[] = [
  { verbs: ['create'], groups: ['authentication.k8s.io'], resources: ['selfsubjectreviews'] },
  {
    verbs: ['create'],
    groups: ['authorization.k8s.io'],
    resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
  },
]

function covers(rule: AccessRule, attempt: AccessAttempt): boolean {
  const has = (list: readonly string[], value: string) => list.includes('*') || list.includes(value)
  const { resource, subresource } = attempt
  const fullResource = subresource === undefined ? resource : `${resource}/${subresource}`
  return (
    has(rule.verbs, attempt.verb) &&
    has(rule.groups, attempt.group) &&
    (has(rule.resources, fullResource) || (subresource !== undefined && rule.resources.includes(`*/${subresource}`))) &&
    !rule.except?.includes(resource) &&
    (rule.names === undefined || (attempt.name !== undefined && rule.names.includes(attempt.name)))
  )
}

function isSubject(user: User, subject: unknown): boolean {
  const name = textAtKeys(subject, 'name')
  switch (textAtKeys(subject, 'kind')) {
    case 'User':
      return name === user.name
    case 'Group':
      return user.groups.includes(name) || name === AUTHENTICATED
    case 'ServiceAccount':
      return user.name === `system:serviceaccount:${textAtKeys(subject, 'namespace')}:${name}`
    default:
      return false
  }
}

const strings = (value: unknown, field: string) => listAtKeys(value, field).filter((item) => typeof item === 'string')

/** With the exact message of the real server. */
export function forbidden(
  user: User,
  { verb, group, resource, subresource, namespace, name }: AccessAttempt,
): ApiError {
  const full = group === '' ? resource : `${resource}.${group}`
  const what = subresource === undefined ? resource : `${resource}/${subresource}`
  const subject = name === undefined ? full : `${full} "${name}"`
  const where = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`
  return new ApiError(
    403,
    'Forbidden',
    `${subject} is forbidden: User "${user.name}" cannot ${verb} resource "${what}" in API group "${group}" ${where}`,
    { details: { ...(name === undefined ? {} : { name }), ...(group === '' ? {} : { group }), kind: resource } },
  )
}

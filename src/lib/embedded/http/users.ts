// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto'

/** Like an RBAC rule; '*' means all. */
export interface AccessRule {
  readonly verbs: readonly string[]
  readonly groups: readonly string[]
  readonly resources: readonly string[]
  /** Default: the whole cluster. */
  readonly namespaces?: readonly string[]
  /** Like resourceNames. */
  readonly names?: readonly string[]
  /** Resources that '*' does not include. */
  readonly except?: readonly string[]
}

export interface User {
  readonly name: string
  readonly uid: string
  readonly groups: readonly string[]
  /** In addition to those of RBAC objects. Members of system:masters need none. */
  readonly rules: readonly AccessRule[]
}

export const AUTHENTICATED = 'system:authenticated'
export const MASTERS = 'system:masters'

/** The users of one cluster. Tokens are random per cluster: a token of another cluster gets 401. */
export class Users {
  readonly #tokens = new Map<string, User>()
  readonly #names = new Map<string, User>()

  /** Returns a new token for the user. */
  add(name: string, groups: readonly string[], rules: readonly AccessRule[]): string {
    const token = randomBytes(24).toString('base64url')
    const user = { name, uid: `uid-${name}`, groups: [...groups, AUTHENTICATED], rules }
    this.#tokens.set(token, user)
    this.#names.set(name, user)
    return token
  }

  byHeader(authorization: string | undefined): User | undefined {
    const token = /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1]
    return token === undefined ? undefined : this.#tokens.get(token)
  }

  /** For impersonation: an unknown user has only the permissions of RBAC objects. */
  byName(name: string, groups: readonly string[]): User {
    const known = this.#names.get(name)
    return {
      name,
      uid: known?.uid ?? '',
      groups: groups.length > 0 ? [...groups, AUTHENTICATED] : (known?.groups ?? [AUTHENTICATED]),
      rules: known?.rules ?? [],
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto'

/** What a user may do, like a rule of an RBAC role; '*' stands for all. */
export interface AccessRule {
  readonly verbs: readonly string[]
  readonly groups: readonly string[]
  readonly resources: readonly string[]
  /** Absent: the whole cluster. */
  readonly namespaces?: readonly string[]
  /** Only these objects. */
  readonly names?: readonly string[]
  /** Resources that are not meant by '*'. */
  readonly except?: readonly string[]
}

export interface User {
  readonly name: string
  readonly uid: string
  readonly groups: readonly string[]
  /** Rules beside those of RBAC objects. Members of system:masters need none. */
  readonly rules: readonly AccessRule[]
}

export const AUTHENTICATED = 'system:authenticated'
export const MASTERS = 'system:masters'

/** The users of one cluster. Tokens are random and only known to this cluster: another cluster's token is a 401. */
export class Users {
  readonly #tokens = new Map<string, User>()
  readonly #names = new Map<string, User>()

  /** Adds a user and returns a new token of theirs. */
  add(name: string, groups: readonly string[], rules: readonly AccessRule[]): string {
    const token = randomBytes(24).toString('base64url')
    const user = { name, uid: `uid-${name}`, groups: [...groups, AUTHENTICATED], rules }
    this.#tokens.set(token, user)
    this.#names.set(name, user)
    return token
  }

  /** The user of an Authorization header. */
  byHeader(authorization: string | undefined): User | undefined {
    const token = /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1]
    return token === undefined ? undefined : this.#tokens.get(token)
  }

  /** A user by name, for impersonation: somebody unknown has no rules but those of RBAC. */
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

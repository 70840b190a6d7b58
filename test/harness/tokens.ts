// SPDX-License-Identifier: Apache-2.0
// The bearer tokens that each embedded cluster issued and received.
import { vi } from 'vitest'
import { Users } from '../../src/lib/embedded/http/users.ts'

export interface TokenLog {
  /** One per cluster, in start order. */
  readonly clusters: readonly { readonly issued: ReadonlySet<string>; readonly seen: ReadonlySet<string> }[]
  readonly all: readonly string[]
}

/** Records the tokens of all clusters that start from now on. */
export function watchTokens(): TokenLog {
  const logs = new Map<Users, { issued: Set<string>; seen: Set<string> }>()
  const logOf = (users: Users) => {
    const log = logs.get(users) ?? { issued: new Set(), seen: new Set() }
    logs.set(users, log)
    return log
  }
  const { add, byHeader } = Users.prototype
  vi.spyOn(Users.prototype, 'add').mockImplementation(function (this: Users, ...args) {
    const token = add.apply(this, args)
    logOf(this).issued.add(token)
    return token
  })
  vi.spyOn(Users.prototype, 'byHeader').mockImplementation(function (this: Users, authorization) {
    if (authorization !== undefined) logOf(this).seen.add(authorization.replace(/^Bearer /, ''))
    return byHeader.call(this, authorization)
  })
  return {
    get clusters() {
      return [...logs.values()]
    },
    get all() {
      return [...logs.values()].flatMap(({ issued }) => [...issued])
    },
  }
}

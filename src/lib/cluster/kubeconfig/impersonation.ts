// SPDX-License-Identifier: Apache-2.0
import { C5c3Error } from '../../model/report/errors.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import type { Impersonation } from '../config.ts'
import type { UserEntry } from './entries.ts'

/** --as, --as-group, --as-uid: each overrides the kubeconfig. */
export interface ImpersonationFlags {
  readonly as?: string | undefined
  readonly asGroups?: readonly string[] | undefined
  readonly asUid?: string | undefined
}

/** Groups, uid or extra without a user are an error, as in client-go. */
export function resolveImpersonation(
  user: UserEntry | undefined,
  flags: ImpersonationFlags,
): Impersonation | undefined {
  const name = flags.as || user?.as || ''
  const groups = flags.asGroups?.length ? flags.asGroups : (user?.asGroups ?? [])
  const uid = flags.asUid || user?.asUid || ''
  const extra = user?.asExtra ?? new Map<string, readonly string[]>()
  if (name === '' && groups.length === 0 && uid === '' && extra.size === 0) return undefined
  const where = user ? `user "${safeLine(user.name)}" in ${safeLine(user.file)}` : 'the command line'
  if (name === '') throw refuse(`groups, uid or extra to act as, but no user to act as (${where}): add --as`)
  for (const value of [name, uid, ...groups, ...[...extra.values()].flat()])
    if (CONTROL_CHARACTER.test(value)) throw refuse(`a name to act as holds a control character (${where})`)
  return { user: name, groups: [...groups], ...(uid && { uid }), extra: safeRecord(extra) }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: no header can carry them
const CONTROL_CHARACTER = /[\0-\x1f\x7f]/

/** Without a prototype, so that __proto__ is an ordinary key. */
function safeRecord(extra: ReadonlyMap<string, readonly string[]>): Record<string, readonly string[]> {
  const record: Record<string, readonly string[]> = Object.create(null)
  for (const [key, values] of extra) record[key] = [...values]
  return record
}

const refuse = (message: string) => new C5c3Error('BAD_KUBECONFIG', 'usage', message)

// SPDX-License-Identifier: Apache-2.0

import { isRole, ROLES, type Role, type RoleName } from '../model/landscape/role.ts'
import { closestMatches } from '../model/text/closest-matches.ts'

/**
 * Parses `management` or `hypervisor=hv-pool-a`. A role that needs a name and has none gets the fallback, a context name.
 */
export function parseRole(text: string, fallback: string): RoleName | { readonly wrong: string } {
  const [role = '', ...rest] = text.split('=')
  const name = rest.join('=')
  if (!isRole(role)) {
    const close = closestMatches(role, ROLES)
    return {
      wrong: `"${role}" is no role${close.length > 0 ? `, did you mean ${close.join(' or ')}?` : ` (${ROLES.join(', ')})`}`,
    }
  }
  if (text.includes('=') && name === '') return { wrong: `"${text}" has no name after =` }
  return { role, name: name || (NAMED.has(role) ? fallback : role) }
}

/** The label in messages and JSON: `storage/st-pool-a`, or just `management`. */
export function labelOf({ role, name }: RoleName): string {
  return name === role ? role : `${role}/${name}`
}

export const sameRole = (a: RoleName, b: RoleName) => a.role === b.role && a.name === b.name

/** Roles that several clusters may have: each needs the name of its pool or region. */
const NAMED: ReadonlySet<Role> = new Set(['control-plane', 'hypervisor', 'storage'])

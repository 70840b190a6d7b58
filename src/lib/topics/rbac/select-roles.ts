// SPDX-License-Identifier: Apache-2.0

import type { CommandPermissions } from '../../model/landscape/permission.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { closestMatches } from '../../model/text/closest-matches.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import type { RbacSet } from '../../reports/rbac/report.ts'
import { COMMAND_PERMISSIONS, watchedNeeds } from './command-permissions.ts'

/**
 * The named commands, each with roles of its own; by default all read-only commands, with common roles. isWatched adds
 * what -w needs.
 */
export function rbacSets(named: readonly string[], ids: readonly string[], isWatched = false): readonly RbacSet[] {
  const known = [...ids].sort().flatMap((id) => {
    const needs = (isWatched ? watchedNeeds(id) : undefined) ?? COMMAND_PERMISSIONS[id]
    return needs ? [[id, needs] as const] : []
  })
  if (named.length === 0) {
    const commands = known.filter(([, { writes, needs }]) => !writes && needs.length > 0)
    return [{ name: 'read', commands: commands.map(([id, needs]) => [nameOf(id), needs]) }]
  }
  return [...new Set(named)].map((text) => {
    const id = text
      .trim()
      .split(/[\s:]+/)
      .join(':')
    const found = known.find(([each]) => each === id)
    if (!found) throw unknownCommand(text, known)
    return { name: id.replaceAll(':', '-'), commands: [[nameOf(id), found[1]]] }
  })
}

function unknownCommand(text: string, known: readonly (readonly [string, CommandPermissions])[]): C5c3Error {
  const names = known.map(([id]) => nameOf(id))
  const close = closestMatches(text, names)
  return new C5c3Error('USAGE', 'usage', `unknown command "${safeLine(text)}"`, [
    close.length > 0 ? `did you mean: ${close.join(', ')}?` : `commands: ${names.join(', ')}`,
  ])
}

const nameOf = (id: string) => id.replaceAll(':', ' ')

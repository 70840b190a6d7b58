// SPDX-License-Identifier: Apache-2.0
import { CHECKS } from '../../checks/index.ts'
import { KINDS } from '../../kinds/index.ts'
import { type KindSpec, kindName } from '../../model/graph/kind.ts'
import { onDemandInputs } from '../../pipeline/check-inputs.ts'
import { credentialKinds } from '../credentials/kinds.ts'
import { eventKind } from '../events/kinds.ts'

/** The kinds that views need besides the default ones, in all roles that any view needs. */
export const TUI_KINDS: readonly KindSpec[] = mergeRoles([
  ...onDemandInputs(CHECKS).filter(({ kind }) => kind !== 'Event'),
  ...credentialKinds(false).filter((kind) => isOnDemand(kindName(kind))),
  eventKind(),
])

function isOnDemand(name: string): boolean {
  return KINDS.some((kind) => kind.onDemand === true && kindName(kind) === name)
}

/** Each kind once, with the roles of all its entries. */
function mergeRoles(kinds: readonly KindSpec[]): readonly KindSpec[] {
  const byName = Map.groupBy(kinds, kindName)
  return [...byName.values()].flatMap((sameKind) => {
    const [first] = sameKind
    return first ? [{ ...first, roles: [...new Set(sameKind.flatMap(({ roles }) => roles))] }] : []
  })
}

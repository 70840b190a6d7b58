// SPDX-License-Identifier: Apache-2.0
import { CHECKS } from '../../checks/index.ts'
import { KINDS } from '../../kinds/index.ts'
import { type KindSpec, kindName } from '../../model/graph/kind.ts'
import { onDemandInputs } from '../../pipeline/run-checks.ts'
import { credentialKinds } from '../credentials/kinds.ts'
import { eventKind } from '../events/kinds.ts'
import { POOL_KINDS } from '../pools/kinds.ts'

/** Everything that any of the views needs besides the usual kinds, wherever one of them looks for it. */
export const TUI_KINDS: readonly KindSpec[] = united([
  ...onDemandInputs(CHECKS).filter(({ kind }) => kind !== 'Event'),
  ...POOL_KINDS,
  ...credentialKinds(false).filter((kind) => isDemanded(kindName(kind))),
  eventKind(),
])

function isDemanded(name: string): boolean {
  return KINDS.some((kind) => kind.onDemand === true && kindName(kind) === name)
}

/** One of each kind, read in all the clusters that any of them names. */
function united(kinds: readonly KindSpec[]): readonly KindSpec[] {
  const byName = Map.groupBy(kinds, kindName)
  return [...byName.values()].flatMap((those) => {
    const [first] = those
    return first ? [{ ...first, roles: [...new Set(those.flatMap(({ roles }) => roles))] }] : []
  })
}

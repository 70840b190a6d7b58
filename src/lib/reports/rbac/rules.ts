// SPDX-License-Identifier: Apache-2.0
import type { Permission } from '../../model/landscape/permission.ts'

/** One rule of a Role, as Kubernetes spells it, and what it is for. */
export interface RbacRule {
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  readonly resourceNames?: readonly string[]
  readonly verbs: readonly string[]
  readonly why?: readonly string[]
}

interface Wanted {
  readonly group: string
  readonly resource: string
  readonly names: readonly string[]
  readonly verbs: Set<string>
  readonly why: Set<string>
}

/** As few rules as grant exactly these needs: one for each API group and set of verbs; what is explained stands alone. */
export function rulesOf(needs: readonly Permission[]): readonly RbacRule[] {
  const rules = Map.groupBy(wanted(needs), ({ group, names, verbs, why }) =>
    JSON.stringify([group, names, ordered(verbs), [...why]]),
  )
  return [...rules.values()].flatMap((all) => {
    const [first] = all
    return first ? [ruleOf(first, all)] : []
  })
}

/** Each resource once, with all that anybody does with it. */
function wanted(needs: readonly Permission[]): readonly Wanted[] {
  const byKey = new Map<string, Wanted>()
  for (const { group, resource, names = [], verbs, why } of needs) {
    const key = JSON.stringify([group, resource, names])
    const one = byKey.get(key) ?? { group, resource, names, verbs: new Set(), why: new Set() }
    for (const verb of verbs) one.verbs.add(verb)
    if (why) one.why.add(why)
    byKey.set(key, one)
  }
  return [...byKey.values()].sort((a, b) => compare(a.group, b.group) || compare(a.resource, b.resource))
}

function ruleOf({ group, names, verbs, why }: Wanted, all: readonly Wanted[]): RbacRule {
  return {
    apiGroups: [group],
    resources: all.map(({ resource }) => resource),
    ...(names.length > 0 ? { resourceNames: names } : {}),
    verbs: ordered(verbs),
    ...(why.size > 0 ? { why: [...why] } : {}),
  }
}

const ORDER = ['get', 'list', 'watch', 'create', 'patch']

const ordered = (verbs: ReadonlySet<string>) => [...verbs].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

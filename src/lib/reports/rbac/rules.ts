// SPDX-License-Identifier: Apache-2.0
import type { Permission } from '../../model/landscape/permission.ts'

export interface RbacRule {
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  readonly resourceNames?: readonly string[]
  readonly verbs: readonly string[]
  readonly why?: readonly string[]
}

interface ResourceNeed {
  readonly group: string
  readonly resource: string
  readonly names: readonly string[]
  readonly verbs: Set<string>
  readonly why: Set<string>
}

/**
 * The fewest rules that grant exactly these permissions: one per API group and verbs; rules with a reason stay
 * separate.
 */
export function rulesOf(needs: readonly Permission[]): readonly RbacRule[] {
  const rules = Map.groupBy(mergeNeeds(needs), ({ group, names, verbs, why }) =>
    JSON.stringify([group, names, ordered(verbs), [...why]]),
  )
  return [...rules.values()].flatMap((all) => {
    const [first] = all
    return first ? [ruleOf(first, all)] : []
  })
}

/** Each resource once, with the union of its verbs. */
function mergeNeeds(needs: readonly Permission[]): readonly ResourceNeed[] {
  const byKey = new Map<string, ResourceNeed>()
  for (const { group, resource, names = [], verbs, why } of needs) {
    const key = JSON.stringify([group, resource, names])
    const one = byKey.get(key) ?? { group, resource, names, verbs: new Set(), why: new Set() }
    for (const verb of verbs) one.verbs.add(verb)
    if (why) one.why.add(why)
    byKey.set(key, one)
  }
  return [...byKey.values()].sort((a, b) => compare(a.group, b.group) || compare(a.resource, b.resource))
}

function ruleOf({ group, names, verbs, why }: ResourceNeed, all: readonly ResourceNeed[]): RbacRule {
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

// SPDX-License-Identifier: Apache-2.0
import { type Ask, mayI } from '../cluster/access/access.ts'
import type { Fleet } from '../fleet/member.ts'
import { isWrite, type PlanStep, type Reason } from '../model/plan/plan.ts'

/** Steps that RBAC forbids, with the reason. If a server does not answer, the dry run will tell. */
export async function forbiddenSteps(
  fleet: Fleet,
  steps: readonly PlanStep[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Reason>> {
  const byCluster = Map.groupBy(steps.filter(isWrite), ({ target }) => target.cluster)
  const parts = await Promise.all([...byCluster].map(([cluster, all]) => forbiddenIn(fleet, cluster, all, signal)))
  return new Map(parts.flat())
}

async function forbiddenIn(fleet: Fleet, cluster: string, steps: readonly PlanStep[], signal: AbortSignal) {
  const client = fleet.members.find(({ label }) => label === cluster)?.client
  if (!client) return []
  // A permission for all objects makes reviews of single objects unnecessary.
  const everywhere = distinct(
    steps.flatMap((step) => reviewsFor(step).map(({ verb, group, resource }) => ({ verb, group, resource }))),
  )
  const allowed = new Set(
    (await mayI(client, everywhere, signal)).flatMap((each) => (each.allowed === true ? [keyOf(each.ask)] : [])),
  )
  const remaining = steps.flatMap((step) =>
    reviewsFor(step)
      .filter(({ verb, group, resource }) => !allowed.has(keyOf({ verb, group, resource })))
      .map((review) => ({ step, review })),
  )
  const answers = await mayI(
    client,
    remaining.map(({ review }) => review),
    signal,
  )
  return answers.flatMap(({ allowed: isAllowed }, i): [string, Reason][] => {
    const denied = remaining[i]
    return isAllowed === false && denied ? [[denied.step.id, reasonOf(denied.review, cluster)]] : []
  })
}

/** Server-side apply needs patch, and create for missing objects; get reads the result back. */
function reviewsFor({ action, target, starts }: PlanStep): readonly Ask[] {
  const { group, plural, namespace, name } = target
  // A Job is created by POST: a resourceName in a Role does not apply.
  if (starts) return [{ verb: 'create', group, resource: plural, ...(namespace === undefined ? {} : { namespace }) }]
  const verbs = action === 'create' ? ['get', 'patch', 'create'] : ['get', 'patch']
  return verbs.map((verb) => ({
    verb,
    group,
    resource: plural,
    ...(namespace === undefined ? {} : { namespace }),
    name,
  }))
}

const keyOf = ({ verb, group, resource }: Ask) => `${verb} ${resource}.${group}`

const distinct = (reviews: readonly Ask[]) => [...new Map(reviews.map((review) => [keyOf(review), review])).values()]

function reasonOf({ verb, group, resource, namespace }: Ask, cluster: string): Reason {
  const what = group === '' ? resource : `${resource}.${group}`
  return {
    text: `you may not ${verb} ${what}${namespace ? ` in ${namespace}` : ''} on ${cluster}`,
    hint: `somebody must grant you ${resource === 'jobs' ? 'get, list and create' : 'get, create and patch'} on ${what} there`,
  }
}

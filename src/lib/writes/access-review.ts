// SPDX-License-Identifier: Apache-2.0
import { type Ask, mayI } from '../cluster/access/access.ts'
import type { Fleet } from '../fleet/member.ts'
import { isWrite, type PlanStep, type Reason } from '../model/plan/plan.ts'

/** Steps the server would not let us do, with the reason. A server that does not tell is asked by the dry run. */
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
  // Whoever may do it everywhere need not be asked about each object.
  const everywhere = distinct(
    steps.flatMap((step) => asksOf(step).map(({ verb, group, resource }) => ({ verb, group, resource }))),
  )
  const allowed = new Set(
    (await mayI(client, everywhere, signal)).flatMap((each) => (each.allowed === true ? [keyOf(each.ask)] : [])),
  )
  const left = steps.flatMap((step) =>
    asksOf(step)
      .filter(({ verb, group, resource }) => !allowed.has(keyOf({ verb, group, resource })))
      .map((ask) => ({ step, ask })),
  )
  const answers = await mayI(
    client,
    left.map(({ ask }) => ask),
    signal,
  )
  return answers.flatMap(({ allowed: yes }, i): [string, Reason][] => {
    const denied = left[i]
    return yes === false && denied ? [[denied.step.id, reasonOf(denied.ask, cluster)]] : []
  })
}

/** Server-side apply needs patch, and create for what is not there; what was written is read back. */
function asksOf({ action, target, starts }: PlanStep): readonly Ask[] {
  const { group, plural, namespace, name } = target
  // a Job is posted: no name limits who may create it
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

const distinct = (asks: readonly Ask[]) => [...new Map(asks.map((ask) => [keyOf(ask), ask])).values()]

function reasonOf({ verb, group, resource, namespace }: Ask, cluster: string): Reason {
  const what = group === '' ? resource : `${resource}.${group}`
  return {
    text: `you may not ${verb} ${what}${namespace ? ` in ${namespace}` : ''} on ${cluster}`,
    hint: `somebody must grant you ${resource === 'jobs' ? 'get, list and create' : 'get, create and patch'} on ${what} there`,
  }
}

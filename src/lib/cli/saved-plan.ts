// SPDX-License-Identifier: Apache-2.0
import { arePinned, trustAnchors } from '../cluster/trust-anchors.ts'
import type { Fleet } from '../fleet/member.ts'
import type { PlanCluster } from '../model/plan.ts'
import { planDifferences } from '../plans/plan-difference.ts'
import { CEPH_SYNC, type CephSyncInputs, cephSyncPlanner } from './ceph-sync-planner.ts'
import type { Landscape } from './fleet-command.ts'
import { KORC_IMPORT, type KorcImportInputs, korcImportPlanner } from './korc-planner.ts'
import { memberOf } from './plan-clusters.ts'
import { type PlanFile, refusal } from './plan-file.ts'
import type { Planner } from './planned.ts'
import { TEMPEST_RUN, type TempestRunInputs, tempestRunPlanner } from './tempest-run-planner.ts'
import type { Prepared } from './write-run.ts'

/** Command → how its plan is made again. */
const PLANNERS: Readonly<Record<string, (inputs: object) => Planner>> = {
  [CEPH_SYNC]: (inputs) => cephSyncPlanner(inputs as CephSyncInputs),
  [KORC_IMPORT]: (inputs) => korcImportPlanner(inputs as KorcImportInputs),
  [TEMPEST_RUN]: (inputs) => tempestRunPlanner(inputs as TempestRunInputs),
}

/** The planner of a saved plan, with what it was asked for then. */
export function plannerOf({ command, inputs }: PlanFile): Planner {
  const make = Object.hasOwn(PLANNERS, command) ? PLANNERS[command] : undefined
  if (!make) throw refusal(`the plan is of a command this tool does not have: ${command}`)
  return make(inputs)
}

/** Refuses a plan for other clusters before anything is planned. */
export const checkSavedClusters =
  ({ clusters }: PlanFile) =>
  async ({ fleet }: Landscape): Promise<void> => {
    const wrong = await Promise.all(clusters.map((cluster) => otherCluster(fleet, cluster)))
    if (wrong.some(Boolean))
      throw refusal(`the plan is for other clusters: ${wrong.filter(Boolean).map(String).join('; ')}`)
  }

/** Why a cluster is not the one that the plan was made for; undefined when it is. */
async function otherCluster(fleet: Fleet, { name, uid, ca }: PlanCluster): Promise<string | undefined> {
  const member = memberOf(fleet, name)
  if (!member) return `${name} is not among the clusters here`
  if (!member.client || !member.config || member.uid !== uid)
    return `${name} is ${member.uid ?? 'not to be identified'}, the plan is for ${uid}`
  if (ca && !arePinned(await trustAnchors(member.config), ca))
    return `the certificate authority of ${name} is not the one of the plan`
  return undefined
}

/** Refuses a plan that would not be the same any more. */
export function checkSavedSteps({ steps }: PlanFile, { planned }: Prepared): void {
  const differences = planDifferences(steps, planned.plan.steps)
  if (differences.length > 0) throw refusal(`something changed since the plan was made: ${differences.join('; ')}`)
}

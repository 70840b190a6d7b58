// SPDX-License-Identifier: Apache-2.0
import { planDifferences } from '../plans/plan-difference.ts'
import { CEPH_SYNC, type CephSyncInputs, cephSyncPlanner } from './ceph-sync-planner.ts'
import type { Landscape } from './fleet-command.ts'
import { KORC_IMPORT, type KorcImportInputs, korcImportPlanner } from './korc-planner.ts'
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
  ({ fleet }: Landscape): void => {
    const wrong = clusters.flatMap(({ name, uid }) => {
      const member = fleet.members.find(({ label }) => label === name)
      if (!member) return [`${name} is not among the clusters here`]
      if (member.client && member.uid === uid) return []
      return [`${name} is ${member.uid ?? 'not to be identified'}, the plan is for ${uid}`]
    })
    if (wrong.length > 0) throw refusal(`the plan is for other clusters: ${wrong.join('; ')}`)
  }

/** Refuses a plan that would not be the same any more. */
export function checkSavedSteps({ steps }: PlanFile, { planned }: Prepared): void {
  const differences = planDifferences(steps, planned.plan.steps)
  if (differences.length > 0) throw refusal(`something changed since the plan was made: ${differences.join('; ')}`)
}

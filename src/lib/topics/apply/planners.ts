// SPDX-License-Identifier: Apache-2.0

import type { CommandContext } from '../../cli/oclif/topic.ts'
import { arePinned, trustAnchors } from '../../cluster/access/trust-anchors.ts'
import type { Fleet } from '../../fleet/member.ts'
import type { ValueTest } from '../../model/object/value-shape.ts'
import type { PlanCluster } from '../../model/plan/plan.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { planDifferences } from '../../plans/shared/plan-difference.ts'
import { memberOf } from '../../writes/describe-clusters.ts'
import { type PlanFile, refusal } from '../../writes/plan-file.ts'
import type { Planner } from '../../writes/planner.ts'
import type { WriteSession } from '../../writes/run.ts'
import { CEPH_SYNC, type CephSyncInputs, cephSyncPlanner, isCephSyncInputs } from '../ceph-secrets/sync-planner.ts'
import { isKorcImportInputs, KORC_IMPORT, type KorcImportInputs, korcImportPlanner } from '../korc/import-planner.ts'
import { isTempestRunInputs, TEMPEST_RUN, type TempestRunInputs, tempestRunPlanner } from '../tempest/run-planner.ts'

/** The planner of a saved plan, with the inputs of that plan. */
export function plannerOf({ command, inputs }: PlanFile): Planner {
  const known = Object.hasOwn(PLANNERS, command) ? PLANNERS[command] : undefined
  if (!known) throw refusal(`the plan is of a command this tool does not have: ${safeLine(command)}`)
  if (!known.fits(inputs)) throw refusal(`the plan has inputs that ${command} does not know`)
  return known.planner(inputs)
}

/** Refuses a plan for other clusters before planning. */
export const checkSavedClusters =
  ({ clusters }: PlanFile) =>
  async ({ fleet }: CommandContext): Promise<void> => {
    const mismatches = await Promise.all(clusters.map((cluster) => clusterMismatch(fleet, cluster)))
    if (mismatches.some(Boolean))
      throw refusal(`the plan is for other clusters: ${mismatches.filter(Boolean).map(String).join('; ')}`)
  }

/** Why a cluster is not the one of the plan; undefined when it is. */
async function clusterMismatch(fleet: Fleet, { name, uid, ca }: PlanCluster): Promise<string | undefined> {
  const member = memberOf(fleet, name)
  if (!member) return `${name} is not among the clusters here`
  if (!member.client || !member.config || member.uid !== uid)
    return `${name} is ${member.uid ?? 'not to be identified'}, the plan is for ${uid}`
  if (ca && !arePinned(await trustAnchors(member.config), ca))
    return `the certificate authority of ${name} is not the one of the plan`
  return undefined
}

/** Refuses a plan that differs from a new one. */
export function checkSavedSteps({ steps, clusters }: PlanFile, { planned }: WriteSession): void {
  const other = planned.plan.clusters.find(({ name }) => !clusters.some((saved) => saved.name === name))
  if (other) throw refusal(`the plan was not made for ${other.name}`)
  const differences = planDifferences(steps, planned.plan.steps)
  if (differences.length > 0) throw refusal(`something changed since the plan was made: ${differences.join('; ')}`)
}

interface PlannerEntry {
  readonly fits: ValueTest
  readonly planner: (inputs: object) => Planner
}

/** The planner of each command, and the check of its inputs. */
const PLANNERS: Readonly<Record<string, PlannerEntry>> = {
  [CEPH_SYNC]: { fits: isCephSyncInputs, planner: (inputs) => cephSyncPlanner(inputs as CephSyncInputs) },
  [KORC_IMPORT]: { fits: isKorcImportInputs, planner: (inputs) => korcImportPlanner(inputs as KorcImportInputs) },
  [TEMPEST_RUN]: { fits: isTempestRunInputs, planner: (inputs) => tempestRunPlanner(inputs as TempestRunInputs) },
}

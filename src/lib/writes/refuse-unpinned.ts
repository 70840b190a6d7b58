// SPDX-License-Identifier: Apache-2.0
import type { Fleet, Member } from '../fleet/member.ts'
import { isWrite, type Plan, type PlanStep, type Reason } from '../model/plan/plan.ts'
import { memberOf } from './describe-clusters.ts'

/**
 * Refuses every step that moves a value to or from a cluster whose kubeconfig was discovered in another cluster, unless
 * a profile pins it: whoever can write that kubeconfig chooses the server.
 */
export function refuseUnpinned(fleet: Fleet, plan: Plan): Plan {
  return { ...plan, steps: plan.steps.map((step) => refuseIfUnpinned(fleet, step)) }
}

function refuseIfUnpinned(fleet: Fleet, step: PlanStep): PlanStep {
  if (!isWrite(step) || step.values.length === 0) return step
  const names = new Set([step.target.cluster, ...step.values.map(({ from }) => from.cluster)])
  const reasons = [...names].flatMap((name) => {
    const member = memberOf(fleet, name)
    return member ? unpinnedReasons(fleet, member, name === step.target.cluster) : []
  })
  return reasons.length > 0 ? { ...step, action: 'refused', reasons } : step
}

function unpinnedReasons({ profile }: Fleet, member: Member, isTarget: boolean): readonly Reason[] {
  const { label, foundIn, pinnedUid, pinnedCa } = member
  if (!foundIn || (pinnedUid && pinnedCa)) return []
  const rule = isTarget ? 'no key is sent to it' : 'no key is copied from it'
  const text =
    profile && pinnedUid
      ? `profile ${profile.name} pins only the UID of ${label}, which a hostile server can claim (${foundIn.text}): ${rule}`
      : `${label} is only known from ${foundIn.text}, and no profile pins it: ${rule}`
  return [{ text, hint: PIN_HINT }]
}

const PIN_HINT =
  'kubectl c5c3 contexts discover writes a profile that pins each cluster; check its servers before you use it'

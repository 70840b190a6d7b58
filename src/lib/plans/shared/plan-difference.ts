// SPDX-License-Identifier: Apache-2.0
import { isWrite, type PlanStep, stepId } from '../../model/plan/plan.ts'

/** How a new plan differs from a saved one; empty when applying either has the same effect. */
export function planDifferences(saved: readonly PlanStep[], now: readonly PlanStep[]): readonly string[] {
  const fresh = new Map(now.map((step) => [step.id, step]))
  const known = new Set(saved.map(({ id }) => id))
  return [
    ...saved.filter(isWrite).flatMap((step) => differenceOf(step, fresh, saved)),
    ...saved
      .filter((step) => !isWrite(step))
      .flatMap((step) => {
        const other = fresh.get(step.id)
        return other && isWrite(other)
          ? [`${step.id}: ${step.action === 'none' ? 'was as it should be' : 'was refused'}, now it would be written`]
          : []
      }),
    ...now.filter((step) => isWrite(step) && !known.has(step.id)).map((step) => `${step.id}: is not in the saved plan`),
  ]
}

function differenceOf(
  step: PlanStep,
  fresh: ReadonlyMap<string, PlanStep>,
  saved: readonly PlanStep[],
): readonly string[] {
  const now = fresh.get(step.id)
  if (!now) return isSettled(step, fresh, saved) ? [] : [`${step.id}: would not be written any more`]
  // already applied
  if (now.action === 'none') return []
  if (now.action === 'refused') return now.reasons.map(({ text }) => `${step.id}: ${text}`)
  if (now.action !== step.action) return [`${step.id}: ${step.action} in the saved plan, ${now.action} now`]
  if (fingerprints(now) !== fingerprints(step)) return [`${step.id}: the key in the storage cluster is another one now`]
  if (now.seen?.uid !== step.seen?.uid) return [`${step.id}: the object was deleted and made anew`]
  // The status of an object that is only asked to sync changes constantly.
  const version = (each: PlanStep) => (each.action === 'refresh' ? each.seen?.generation : each.seen?.resourceVersion)
  if (version(now) !== version(step))
    return [`${step.id}: the object has changed (version ${version(step)}, now ${version(now)})`]
  return comparedFields(now) === comparedFields(step)
    ? []
    : [`${step.id}: something else would be written (${differingFields(step, now).join(', ')})`]
}

/** No refresh is needed any more: the Secret has the expected values. */
function isSettled(step: PlanStep, fresh: ReadonlyMap<string, PlanStep>, saved: readonly PlanStep[]): boolean {
  const users = step.expects ? [step] : saved.filter(({ after }) => after === step.id)
  return (
    users.length > 0 && users.every(({ expects }) => expects && fresh.get(stepId(expects.secret))?.action === 'none')
  )
}

const fingerprints = ({ values, expects }: PlanStep) =>
  [...values, ...(expects?.values ?? [])].map(({ fingerprint }) => fingerprint).join()

const COMPARED = [
  'target',
  'manifest',
  'stamps',
  'values',
  'losers',
  'after',
  'acknowledged',
  'mayBeAbsent',
  'expects',
  'starts',
] as const

const comparedFields = (step: PlanStep) => JSON.stringify(COMPARED.map((field) => step[field]))

const differingFields = (a: PlanStep, b: PlanStep) =>
  COMPARED.filter((field) => JSON.stringify(a[field]) !== JSON.stringify(b[field]))

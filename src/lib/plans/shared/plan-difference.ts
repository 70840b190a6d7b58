// SPDX-License-Identifier: Apache-2.0
import { isWrite, type PlanStep, stepId } from '../../model/plan/plan.ts'

/** How a plan made now differs from one that was saved, in words; empty when carrying out either is the same. */
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
  // done already, by us or by somebody else
  if (now.action === 'none') return []
  if (now.action === 'refused') return now.reasons.map(({ text }) => `${step.id}: ${text}`)
  if (now.action !== step.action) return [`${step.id}: ${step.action} in the saved plan, ${now.action} now`]
  if (fingerprints(now) !== fingerprints(step)) return [`${step.id}: the key in the storage cluster is another one now`]
  if (now.seen?.uid !== step.seen?.uid) return [`${step.id}: the object was deleted and made anew`]
  // the status of what is only asked to sync changes all the time
  const version = (each: PlanStep) => (each.action === 'refresh' ? each.seen?.generation : each.seen?.resourceVersion)
  if (version(now) !== version(step))
    return [`${step.id}: the object has changed (version ${version(step)}, now ${version(now)})`]
  return bare(now) === bare(step)
    ? []
    : [`${step.id}: something else would be written (${fieldsOf(step, now).join(', ')})`]
}

/** A keeper that need not be asked: the Secret it keeps is as it should be. */
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
  'expects',
  'starts',
] as const

const bare = (step: PlanStep) => JSON.stringify(COMPARED.map((field) => step[field]))

const fieldsOf = (a: PlanStep, b: PlanStep) =>
  COMPARED.filter((field) => JSON.stringify(a[field]) !== JSON.stringify(b[field]))

// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../../../model/check/check.ts'
import { conditionOf, conditionProof, withoutDate } from '../../../model/check/evidence.ts'
import { describe, kubectl } from '../../../model/check/next-step.ts'
import { isOlder, MINUTE } from '../../../model/text/time.ts'
import { CLAIM_KINDS, COMPOSITES, isDeleted } from '../../shared/crossplane.ts'

/** Crossplane copies the state of a composite to its claim within seconds. */
const COPY_TIME = 10 * MINUTE

export const claimBehindComposite: Check = {
  id: 'claim-behind-composite',
  category: 'crossplane',
  severity: 'error',
  effect: 'degrades',
  title: 'Claim is not Ready although its composite is',
  why: 'Crossplane no longer updates the claim, a known bug of its claim controller (crossplane#6482, #6657). Everything that was composed works, but changes of the claim do not reach the composite.',
  fix: 'Restart Crossplane: kubectl -n crossplane-system rollout restart deployment crossplane. Do not delete the claim or the composite: that deletes the OpenStack cluster.',
  byHand: [
    "kubectl --context MANAGEMENT -n NAMESPACE get CLAIM NAME -o jsonpath='{.spec.resourceRef.name} {.status.conditions}'",
  ],
  modes: [],
  reasons: ['Waiting'],
  about: CLAIM_KINDS,
  beside: COMPOSITES,
  *run(context) {
    for (const claim of CLAIM_KINDS.flatMap((kind) => context.of(kind))) {
      const waiting = conditionOf(claim, 'Ready')
      if (isDeleted(claim) || waiting?.status !== 'False' || waiting.reason !== 'Waiting') continue
      const composite = COMPOSITES.flatMap((kind) => context.out(claim, kind)).find(({ object }) => object)
      if (!composite) continue
      const ready = conditionOf(composite, 'Ready')
      if (ready?.status !== 'True' || conditionOf(composite, 'Synced')?.status !== 'True') continue
      if (!isOlder(waiting.since, COPY_TIME, context.now) || !isOlder(ready.since, COPY_TIME, context.now)) continue
      yield {
        mode: '',
        subject: claim,
        message: `the claim reports ${waiting.reason}, but ${composite.kind} ${composite.name} is Ready`,
        evidence: [conditionProof(claim, 'Ready'), withoutDate(conditionProof(composite, 'Ready'))],
        standsAlone: true,
        next: [describe(composite), kubectl({ cluster: claim.cluster }, 'get', 'pods', '-n', 'crossplane-system')],
      }
    }
  },
}

// SPDX-License-Identifier: Apache-2.0

import {
  EXTERNAL_SECRET,
  isFailing,
  isUnproven,
  lastWarning,
  readersOf,
  STORES,
  warningProofs,
} from '../../kinds/external-secrets/sync.ts'
import type { Check } from '../../model/check/check.ts'
import { conditionOf, conditionProof, withoutDate } from '../../model/check/evidence.ts'
import { describe } from '../../model/check/next-step.ts'

export const storeUnproven: Check = {
  id: 'store-unproven',
  category: 'secrets',
  severity: 'error',
  title: 'A secret store calls itself ready and nothing can be read from it',
  why: 'External Secrets says Ready for a store it could not verify (ValidationUnknown), and for one whose mount or rights are wrong: only reading a Secret proves a store. Here every ExternalSecret fails, or none has ever been read.',
  fix: 'Read the Events of its ExternalSecrets: they say whether the token, the address, the certificate, the mount or the policy is wrong. Correct the store, then have one ExternalSecret sync at once.',
  byHand: [
    'kubectl -n NAMESPACE describe secretstore NAME   # reason ValidationUnknown, Events',
    'kubectl -n NAMESPACE get events --field-selector reason=UpdateFailed',
  ],
  modes: ['F98'],
  about: STORES,
  beside: [EXTERNAL_SECRET, 'Event'],
  reasons: ['ValidationUnknown'],
  *run(context) {
    for (const store of STORES.flatMap((kind) => context.of(kind))) {
      if (!isUnproven(context, store)) continue
      const failing = readersOf(context, store).filter((reader) => isFailing(reader, context.now))
      const [first] = failing
      const warning = (first && lastWarning(context, first)) ?? lastWarning(context, store)
      const reason = conditionOf(store, 'Ready')?.reason
      yield {
        mode: 'F98',
        subject: store,
        message: `it says Ready (${reason}), ${first ? `and ${failing.length === 1 ? 'the only ExternalSecret that reads from it fails' : `all ${failing.length} ExternalSecrets that read from it fail`}` : 'and nothing has been read from it'}${warning ? `: ${warning}` : ''}`,
        evidence: [
          withoutDate(conditionProof(store, 'Ready')),
          ...warningProofs(context, store),
          ...failing
            .slice(0, 2)
            .flatMap((reader) => [conditionProof(reader, 'Ready'), ...warningProofs(context, reader)]),
        ],
        next: first ? [describe(first)] : [],
        affects: failing,
        ...(first ? {} : { severity: 'warning' as const }),
      }
    }
  },
}

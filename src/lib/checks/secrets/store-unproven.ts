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
  title: 'Secret store reports Ready but is unusable',
  why: 'External Secrets reports Ready for a store that it could not verify (ValidationUnknown), and for one whose mount or permissions are wrong: only reading a Secret proves that a store works. Here every ExternalSecret fails, or none has ever been synced.',
  fix: 'Read the events of its ExternalSecrets: they say whether the token, the address, the certificate, the mount or the policy is wrong. Correct the store, then force-sync one ExternalSecret.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE describe secretstore NAME   # reason ValidationUnknown, Events',
    'kubectl --context CONTEXT -n NAMESPACE get events --field-selector reason=UpdateFailed',
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
        message: `reports Ready (${reason}), ${first ? `but ${failing.length === 1 ? 'the only ExternalSecret that reads from it fails' : `all ${failing.length} ExternalSecrets that read from it fail`}` : 'but nothing has been read from it'}${warning ? `: ${warning}` : ''}`,
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

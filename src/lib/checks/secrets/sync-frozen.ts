// SPDX-License-Identifier: Apache-2.0

import {
  EXTERNAL_SECRET,
  forceSync,
  isItsOwnFault,
  isStoresFault,
  isUnreadable,
  lastWarning,
  PUSH_SECRET,
  STORES,
  targetSecretName,
  warningProofs,
} from '../../kinds/external-secrets/sync.ts'
import type { Check } from '../../model/check/check.ts'
import { conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { textAt } from '../../model/object/fields.ts'
import { awaitedCredentials, DB_CREDENTIAL_KINDS } from '../shared/db-credentials.ts'

export const syncFrozen: Check = {
  id: 'sync-frozen',
  category: 'secrets',
  severity: 'error',
  effect: 'degrades',
  title: 'Secret is no longer updated',
  why: 'The source was read once and can no longer be read. The Secret still has its old value, so that everything seems to work until the value changes at the source or expires.',
  fix: 'Read the event: it quotes the response of OpenBao (path deleted, permission denied). Fix that, then force-sync the ExternalSecret. Do not delete the Secret: its old value is the only copy.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get externalsecret NAME -o yaml   # status.refreshTime',
    'kubectl --context CONTEXT -n NAMESPACE describe externalsecret NAME      # Events: UpdateFailed',
  ],
  modes: ['F100'],
  about: [EXTERNAL_SECRET],
  beside: [...STORES, PUSH_SECRET, ...DB_CREDENTIAL_KINDS.filter((kind) => kind !== EXTERNAL_SECRET), 'Event'],
  reasons: ['SecretSyncedError'],
  *run(context) {
    const awaited = new Set(awaitedCredentials(context).map(({ reader }) => reader?.id))
    for (const reader of context.of(EXTERNAL_SECRET)) {
      const last = textAt(reader.object, 'status.refreshTime')
      if (!last || !isUnreadable(reader, context.now)) continue
      if (awaited.has(reader.id) || isStoresFault(context, reader)) continue
      yield {
        mode: 'F100',
        subject: reader,
        standsAlone: isItsOwnFault(context, reader),
        message: `Secret ${targetSecretName(reader)} was last updated at ${last}: ${lastWarning(context, reader) ?? 'the source can no longer be read'}`,
        evidence: [
          conditionProof(reader, 'Ready'),
          ...warningProofs(context, reader),
          { ...fieldProof(reader, 'status.refreshTime'), since: last },
          fieldProof(reader, 'spec.refreshInterval'),
        ],
        next: [{ ...forceSync(reader, context.now), why: 'after the source is readable' }],
      }
    }
  },
}

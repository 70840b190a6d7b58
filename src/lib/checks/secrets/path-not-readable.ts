// SPDX-License-Identifier: Apache-2.0

import {
  EXTERNAL_SECRET,
  forceSync,
  isItsOwnFault,
  isStoresFault,
  isUnreadable,
  lastWarning,
  PUSH_SECRET,
  pathsOf,
  STORES,
  warningProofs,
} from '../../kinds/external-secrets/sync.ts'
import type { Check, FindingEvidence } from '../../model/check/check.ts'
import { conditionProof, fieldProof } from '../../model/check/evidence.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { textAt } from '../../model/object/fields.ts'
import { awaitedCredentials, DB_CREDENTIAL_KINDS, generatorPaths } from '../shared/db-credentials.ts'

/** The store adds the engine and data/ itself. */
const ENGINE_PREFIX = /^\/?(kv-v2|secret)\/|^data\//

export const pathNotReadable: Check = {
  id: 'path-not-readable',
  category: 'secrets',
  severity: 'error',
  title: 'ExternalSecret cannot read its path',
  why: 'The store works for other ExternalSecrets, but this one has never read its values: the path or the property does not exist or is misspelled, or the policy does not allow it. The Secret that it should create does not exist.',
  fix: 'Write the values to the path in OpenBao (bao kv put), or correct remoteRef: without the engine and without data/, which the store adds. For "permission denied" extend the policy of the role of the store.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE describe externalsecret NAME   # Events: UpdateFailed',
    'bao kv get -mount=kv-v2 PATH',
  ],
  modes: ['F75'],
  about: [EXTERNAL_SECRET],
  beside: [...STORES, PUSH_SECRET, ...DB_CREDENTIAL_KINDS.filter((kind) => kind !== EXTERNAL_SECRET), 'Event'],
  reasons: ['SecretSyncedError'],
  *run(context) {
    const awaited = new Set(awaitedCredentials(context).map(({ reader }) => reader?.id))
    for (const reader of context.of(EXTERNAL_SECRET)) {
      if (!isUnreadable(reader, context.now) || textAt(reader.object, 'status.refreshTime')) continue
      if (awaited.has(reader.id) || isStoresFault(context, reader)) continue
      const paths = [...pathsOf(reader), ...generatorPaths(context, reader)]
      const withEngine = pathsOf(reader).find((path) => ENGINE_PREFIX.test(path))
      yield {
        mode: 'F75',
        subject: reader,
        standsAlone: isItsOwnFault(context, reader),
        message: `${lastWarning(context, reader) ?? `never read ${paths.join(', ') || 'its source'}`}${withEngine ? `; ${withEngine} includes the engine, which the store adds` : ''}`,
        evidence: [
          conditionProof(reader, 'Ready'),
          ...warningProofs(context, reader),
          ...paths.map((path) => pathProof(reader, path)),
          fieldProof(reader, 'status.refreshTime'),
        ],
        next: [{ ...forceSync(reader, context.now), why: 'after the path exists' }],
      }
    }
  },
}

const pathProof = (on: GraphNode, value: string): FindingEvidence => ({ on, path: 'spec.data.remoteRef.key', value })

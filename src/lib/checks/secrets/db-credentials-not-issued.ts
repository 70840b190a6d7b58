// SPDX-License-Identifier: Apache-2.0

import { forceSync, STORES, targetSecretName } from '../../kinds/external-secrets/sync.ts'
import type { Check } from '../../model/check/check.ts'
import { conditionProof, fieldProof, withoutDate } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import { objectArgs } from '../../model/text/command.ts'
import { awaitedCredentials, DB_CREDENTIAL_KINDS, generatorPaths } from '../shared/db-credentials.ts'

export const dbCredentialsNotIssued: Check = {
  id: 'db-credentials-not-issued',
  category: 'secrets',
  severity: 'error',
  effect: 'degrades',
  title: 'Database credentials are static although OpenBao should issue them',
  why: 'In mode Dynamic the database engine of OpenBao creates the user. The Secret still contains the user of mode Static: the ExternalSecret was changed in place and reports Ready from its last sync. The service is not created.',
  fix: 'Register the tenant in the database engine (setup-database-tenant.sh). Only after that, delete the Secret: External Secrets recreates it from the engine. Or set databaseCredentialsMode back to Static.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get controlplane NAME -o yaml   # "does not carry an engine-issued username"',
    'kubectl --context CONTEXT -n NAMESPACE describe externalsecret SECRET',
  ],
  modes: ['F104'],
  about: DB_CREDENTIAL_KINDS,
  beside: STORES,
  clusters: ['control-plane'],
  *run(context) {
    for (const { controlPlane, condition, reader, foreign } of awaitedCredentials(context)) {
      if (!foreign) continue
      yield {
        mode: 'F104',
        subject: reader ?? controlPlane,
        message: reader
          ? `Secret ${targetSecretName(reader)} does not contain a user issued by OpenBao, although the control plane uses mode Dynamic`
          : condition.message,
        evidence: [
          conditionProof(controlPlane, condition.type),
          ...(reader ? [withoutDate(conditionProof(reader, 'Ready')), fieldProof(reader, 'status.refreshTime')] : []),
          ...(reader
            ? generatorPaths(context, reader).map((value) => ({ on: reader, path: 'generator path', value }))
            : []),
        ],
        next: reader
          ? [
              {
                ...kubectl(reader, 'delete', ...objectArgs('secret', targetSecretName(reader))),
                why: 'only after OpenBao knows the tenant: the Secret is then recreated',
              },
              forceSync(reader, context.now),
            ]
          : [],
        affects: [controlPlane],
      }
    }
  },
}

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
  title: 'A database user is expected from OpenBao and an old, fixed one is there',
  why: 'In mode Dynamic the database engine of OpenBao makes the user. The Secret still holds a fixed user from mode Static: the ExternalSecret was changed in place and keeps saying Ready from its last sync. The service is not made.',
  fix: 'Make the tenant known to the database engine (setup-database-tenant.sh), then delete the Secret: it is made anew from the engine. Or set databaseCredentialsMode back to Static.',
  byHand: [
    'kubectl -n NAMESPACE get controlplane NAME -o yaml   # "does not carry an engine-issued username"',
    'bao read database/mariadb/creds/SERVICE-NAMESPACE',
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
          ? `Secret ${targetSecretName(reader)} does not hold a user that OpenBao issued, although the control plane is set to Dynamic`
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
                why: 'once OpenBao knows the tenant: the Secret is then made anew',
              },
              forceSync(reader, context.now),
            ]
          : [],
        affects: [controlPlane],
      }
    }
  },
}

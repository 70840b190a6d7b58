// SPDX-License-Identifier: Apache-2.0

import {
  forceSync,
  isStoresFault,
  lastWarning,
  pathsOf,
  STORES,
  warningProofs,
} from '../../kinds/external-secrets/sync.ts'
import type { Check } from '../../model/check/check.ts'
import { conditionProof } from '../../model/check/evidence.ts'
import { describe } from '../../model/check/next-step.ts'
import { awaitedCredentials, DB_CREDENTIAL_KINDS, generatorPaths } from '../shared/db-credentials.ts'

export const dbCredentialsMissing: Check = {
  id: 'db-credentials-missing',
  category: 'secrets',
  severity: 'error',
  title: 'Service has no database credentials',
  why: 'The control plane does not create the service before its database user has a name and a password. They come from OpenBao: in mode Static from a path that has to be filled manually, in mode Dynamic from the database engine once the tenant is registered there.',
  fix: 'Dynamic (database/mariadb/creds/SERVICE-NAMESPACE): run setup-database-tenant.sh for the namespace. Static: write username and password to the path that the message names (bao kv put). Then force-sync the ExternalSecret.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get controlplane NAME -o yaml   # the message names the path',
    'bao kv get -mount=kv-v2 PATH    # Static only: reading a Dynamic path issues a new user',
  ],
  modes: ['F92'],
  about: DB_CREDENTIAL_KINDS,
  beside: [...STORES, 'Event'],
  clusters: ['control-plane'],
  reasons: ['WaitingForDBCredentialSecret'],
  *run(context) {
    for (const { controlPlane, condition, reader, foreign } of awaitedCredentials(context)) {
      if (foreign || (reader && isStoresFault(context, reader))) continue
      const paths = reader ? [...pathsOf(reader), ...generatorPaths(context, reader)] : []
      const warning = reader && lastWarning(context, reader)
      yield {
        mode: 'F92',
        subject: reader ?? controlPlane,
        message: warning ?? condition.message,
        evidence: [
          conditionProof(controlPlane, condition.type),
          ...(reader ? [conditionProof(reader, 'Ready'), ...warningProofs(context, reader)] : []),
          ...(reader ? paths.map((value) => ({ on: reader, path: 'source path', value })) : []),
        ],
        next: reader
          ? [describe(controlPlane), { ...forceSync(reader, context.now), why: 'after OpenBao has the credentials' }]
          : [],
        affects: [controlPlane],
      }
    }
  },
}

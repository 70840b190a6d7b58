// SPDX-License-Identifier: Apache-2.0

import { refusals, SERVICE_KINDS } from '../../kinds/openstack/conditions.ts'
import type { Check } from '../../model/check/check.ts'
import { failedJob, jobProofs, jobSteps } from '../shared/service-jobs.ts'

export const dbSyncFailed: Check = {
  id: 'db-sync-failed',
  category: 'control-plane',
  severity: 'error',
  title: 'Database schema of a service cannot be created',
  why: 'The operator runs a Job (db_sync) before it starts a service. The Job failed for good: usually the database refuses the credentials, or the schema was changed by hand.',
  fix: 'Read the log of the Job and fix the cause. Then delete the failed Job: the operator creates it again.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE logs job/SERVICE-db-sync',
    'kubectl --context CONTEXT -n NAMESPACE describe job SERVICE-db-sync',
  ],
  modes: ['F58'],
  about: SERVICE_KINDS,
  beside: ['Job.batch'],
  reasons: ['DBSyncFailed'],
  *run(context) {
    for (const service of SERVICE_KINDS.flatMap((kind) => context.of(kind)))
      for (const condition of refusals(service, /^DatabaseReady$/, /^DBSyncFailed$/)) {
        const job = failedJob(context, service, 'db-sync')
        yield {
          mode: 'F58',
          subject: job ?? service,
          message: condition.message || 'db_sync failed',
          evidence: jobProofs(service, condition, job),
          next: jobSteps(job),
          affects: [service],
        }
      }
  },
}

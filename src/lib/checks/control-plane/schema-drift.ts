// SPDX-License-Identifier: Apache-2.0

import { refusals, SERVICE_KINDS } from '../../kinds/openstack/conditions.ts'
import type { Check } from '../../model/check/check.ts'
import { failedJob, jobProofs, jobSteps } from '../shared/service-jobs.ts'

export const schemaDrift: Check = {
  id: 'schema-drift',
  category: 'control-plane',
  severity: 'error',
  title: 'The database schema is not the one the service needs',
  why: 'After db_sync the operator compares the schema with the newest revision the service knows. They differ when somebody changed tables by hand or restored an older backup; the service is not started on it.',
  fix: 'Read which revision the Job found and which it expected. Bring the schema back (restore, or run the missing migration), then delete the Job: the operator checks again.',
  byHand: [
    'kubectl -n NAMESPACE logs job/SERVICE-schema-check',
    'kubectl -n NAMESPACE delete job SERVICE-schema-check',
  ],
  modes: ['F59'],
  about: SERVICE_KINDS,
  beside: ['Job.batch'],
  reasons: ['SchemaDriftDetected'],
  *run(context) {
    for (const service of SERVICE_KINDS.flatMap((kind) => context.of(kind)))
      for (const condition of refusals(service, /^DatabaseReady$/, /^SchemaDriftDetected$/)) {
        const job = failedJob(context, service, 'schema-check')
        yield {
          mode: 'F59',
          subject: job ?? service,
          message: condition.message || 'the schema is not at the newest revision',
          evidence: jobProofs(service, condition, job),
          next: jobSteps(job),
          affects: [service],
        }
      }
  },
}

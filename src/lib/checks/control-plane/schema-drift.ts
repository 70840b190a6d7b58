// SPDX-License-Identifier: Apache-2.0

import { refusals, SERVICE_KINDS } from '../../kinds/openstack/conditions.ts'
import type { Check } from '../../model/check/check.ts'
import { failedJob, jobProofs, jobSteps } from '../shared/service-jobs.ts'

export const schemaDrift: Check = {
  id: 'schema-drift',
  category: 'control-plane',
  severity: 'error',
  title: 'Database schema does not match the service',
  why: 'After db_sync the operator compares the schema with the newest revision that the service knows. They differ if tables were changed by hand or an older backup was restored; the service is not started.',
  fix: 'Read in the log of the Job which revision it found and which it expected. Restore the schema or run the missing migration, then delete the finished Job: the operator checks again.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE logs job/SERVICE-schema-check',
    'kubectl --context CONTEXT -n NAMESPACE describe job SERVICE-schema-check',
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

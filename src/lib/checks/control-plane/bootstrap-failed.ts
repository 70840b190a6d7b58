// SPDX-License-Identifier: Apache-2.0

import { refusals } from '../../kinds/openstack/conditions.ts'
import type { Check } from '../../model/check/check.ts'
import { failedJob, jobProofs, jobSteps } from '../shared/service-jobs.ts'

const KEYSTONE = 'Keystone.keystone.openstack.c5c3.io'

export const bootstrapFailed: Check = {
  id: 'bootstrap-failed',
  category: 'control-plane',
  severity: 'error',
  title: 'Keystone bootstrap failed',
  why: 'A Job creates the first domain, project, roles and the admin user. It failed for good, so that logins are impossible and nothing that needs a login can be created.',
  fix: 'Read the log of the Job and fix the cause. Then delete the failed Job: the operator creates it again, and the bootstrap is idempotent.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE logs job/KEYSTONE-bootstrap',
    'kubectl --context CONTEXT -n NAMESPACE describe job KEYSTONE-bootstrap',
  ],
  modes: ['F66'],
  about: [KEYSTONE],
  beside: ['Job.batch'],
  reasons: ['BootstrapFailed'],
  *run(context) {
    for (const service of context.of(KEYSTONE))
      for (const condition of refusals(service, /^BootstrapReady$/, /^BootstrapFailed$/)) {
        const job = failedJob(context, service, 'bootstrap')
        yield {
          mode: 'F66',
          subject: job ?? service,
          message: condition.message || 'the bootstrap Job failed',
          evidence: jobProofs(service, condition, job),
          next: jobSteps(job),
          affects: [service],
        }
      }
  },
}

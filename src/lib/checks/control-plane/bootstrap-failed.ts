// SPDX-License-Identifier: Apache-2.0

import { refusals } from '../../kinds/openstack/conditions.ts'
import type { Check } from '../../model/check/check.ts'
import { failedJob, jobProofs, jobSteps } from '../shared/service-jobs.ts'

const KEYSTONE = 'Keystone.keystone.openstack.c5c3.io'

export const bootstrapFailed: Check = {
  id: 'bootstrap-failed',
  category: 'control-plane',
  severity: 'error',
  title: 'Keystone could not be set up',
  why: 'A Job makes the first domain, project, roles and the admin user. It gave up, so nobody can log in and nothing that needs a login can be made.',
  fix: 'Read the log of the Job, repair what it names, then delete the Job: the operator starts it again.',
  byHand: ['kubectl -n NAMESPACE logs job/KEYSTONE-bootstrap', 'kubectl -n NAMESPACE delete job KEYSTONE-bootstrap'],
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

// SPDX-License-Identifier: Apache-2.0

import type { Check } from '../../model/check/check.ts'
import { fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import { cronPeriod } from '../../model/object/cron.ts'
import { flagAt, textAt } from '../../model/object/fields.ts'
import { operands } from '../../model/text/command.ts'
import { formatAge } from '../../model/text/time.ts'

const KEYSTONE = 'Keystone.keystone.openstack.c5c3.io'

export const keyRotationLate: Check = {
  id: 'key-rotation-late',
  category: 'control-plane',
  severity: 'warning',
  title: 'Keystone key rotation has stopped',
  why: 'Tokens and credentials are encrypted with keys that a CronJob replaces on a schedule. The CronJob is suspended, or has not succeeded for two intervals: the keys are older than the policy allows, and a leaked key stays valid.',
  fix: 'Resume the CronJob (spec.fernet.suspend or spec.credentialKeys.suspend of the Keystone), or read the log of its last Job and fix the cause. Then start it once: kubectl create job --from=cronjob/KEYSTONE-fernet-rotate.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get cronjobs',
    'kubectl --context CONTEXT -n NAMESPACE get jobs --sort-by=.metadata.creationTimestamp',
  ],
  modes: ['F126'],
  about: [KEYSTONE],
  beside: ['CronJob.batch'],
  *run(context) {
    const jobs = context.of(KEYSTONE).flatMap((keystone) => context.out(keystone, 'CronJob.batch'))
    for (const node of jobs.filter(({ name, object }) => name.endsWith('-rotate') && object)) {
      if (node.object?.metadata.deletionTimestamp) continue
      const suspended = flagAt(node.object, 'spec.suspend') === true
      const last = textAt(node.object, 'status.lastSuccessfulTime')
      const since = last ?? node.object?.metadata.creationTimestamp
      const age = context.now - Date.parse(since ?? '')
      const period = cronPeriod(textAt(node.object, 'spec.schedule') ?? '', context.now)
      const isLate = period !== undefined && age > 2 * period
      if (!suspended && !isLate) continue
      const lastSuccess = last ? `last success ${formatAge(age)} ago` : 'never succeeded'
      yield {
        mode: 'F126',
        subject: node,
        standsAlone: true,
        message: suspended ? `suspended; ${lastSuccess}` : `${lastSuccess}, more than two intervals overdue`,
        evidence: [
          fieldProof(node, 'spec.suspend'),
          fieldProof(node, 'spec.schedule'),
          { ...fieldProof(node, 'status.lastSuccessfulTime'), ...(last && !suspended ? { since: last } : {}) },
          fieldProof(node, 'status.lastScheduleTime'),
        ],
        next: [
          kubectl(node, 'get', 'jobs', '--sort-by=.metadata.creationTimestamp'),
          kubectl(node, 'create', 'job', `--from=cronjob/${node.name}`, ...operands(`${node.name}-by-hand`)),
        ],
      }
    }
  },
}

// SPDX-License-Identifier: Apache-2.0

import type { Check } from '../../model/check/check.ts'
import { fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import { cronPeriod } from '../../model/object/cron.ts'
import { flagAt, textAt } from '../../model/object/fields.ts'
import { operands } from '../../model/text/command.ts'
import { formatAge } from '../../model/text/time.ts'

const [TEMPEST, CRON] = ['Tempest.tempest.openstack.c5c3.io', 'CronJob.batch'] as const

export const tempestSilent: Check = {
  id: 'tempest-silent',
  category: 'tempest',
  severity: 'warning',
  title: 'Tempest run overdue',
  why: 'The last results are older than two intervals of the schedule, or the CronJob is suspended. They do not show whether OpenStack works now.',
  fix: 'Resume the CronJob, or find out why its Jobs do not start or finish. Then start a run with kubectl c5c3 tempest run.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get cronjobs,jobs',
    'kubectl --context CONTEXT -n NAMESPACE describe cronjob NAME',
  ],
  modes: ['F72'],
  about: [TEMPEST],
  beside: [CRON],
  *run(context) {
    for (const node of context.of(TEMPEST)) {
      const { object } = node
      if (!object || object.metadata.deletionTimestamp) continue
      const crons = context.out(node, CRON).filter((cron) => cron.object)
      const suspended = crons.filter((cron) => flagAt(cron.object, 'spec.suspend') === true)
      const schedule = textAt(object, 'spec.schedule') ?? textAt(crons[0]?.object, 'spec.schedule')
      const run = textAt(object, 'status.lastRun')
      const age = context.now - Date.parse(run ?? object.metadata.creationTimestamp ?? '')
      const period = cronPeriod(schedule ?? '', context.now)
      const isLate = period !== undefined && age > 2 * period
      if (suspended.length === 0 && !isLate) continue
      const lastRun = run ? `last run ${formatAge(age)} ago` : 'never run'
      yield {
        mode: 'F72',
        subject: suspended[0] ?? node,
        standsAlone: true,
        severity: isLate ? 'warning' : 'info',
        message: suspended.length > 0 ? `suspended; ${lastRun}` : `${lastRun}, more than two intervals overdue`,
        evidence: [
          { ...fieldProof(node, 'status.lastRun'), ...(run && suspended.length === 0 ? { since: run } : {}) },
          { on: node, path: 'spec.schedule', value: schedule ?? 'absent' },
          ...crons.flatMap((cron) => [fieldProof(cron, 'spec.suspend'), fieldProof(cron, 'status.lastScheduleTime')]),
        ],
        next: crons.map((cron) =>
          kubectl(cron, 'create', 'job', `--from=cronjob/${cron.name}`, ...operands(`${cron.name}-by-hand`)),
        ),
      }
    }
  },
}

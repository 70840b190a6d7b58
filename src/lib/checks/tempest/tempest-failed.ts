// SPDX-License-Identifier: Apache-2.0

import { isStatusCurrent } from '../../model/check/age.ts'
import type { Check } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import { countAt, textAt } from '../../model/object/fields.ts'

const TEMPEST = 'Tempest.tempest.openstack.c5c3.io'

export const tempestFailed: Check = {
  id: 'tempest-failed',
  category: 'tempest',
  severity: 'error',
  effect: 'degrades',
  title: 'Last Tempest run has failed tests',
  why: 'Tempest uses OpenStack as a customer does. If its tests fail while every object is healthy, customers are affected by something that the objects do not show.',
  fix: 'List the failed tests and compare them with the last successful run (kubectl c5c3 tempest results); start with the first service that failed.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get tempest NAME -o yaml   # status.results',
    'kubectl --context CONTEXT -n NAMESPACE logs job/JOB',
  ],
  modes: ['F72'],
  about: [TEMPEST],
  beside: ['CronJob.batch', 'Job.batch'],
  reasons: ['TestsFailed'],
  *run(context) {
    for (const node of context.of(TEMPEST)) {
      const passed = conditionOf(node, 'TestsPassed')
      const failed = countAt(node.object, 'status.results.failedTests') ?? 0
      if (!isStatusCurrent(node) || (passed?.status !== 'False' && failed === 0)) continue
      const total = countAt(node.object, 'status.results.totalTests')
      const run = textAt(node.object, 'status.lastRun')
      const runs = context
        .out(node, 'CronJob.batch')
        .flatMap((cron) => context.out(cron, 'Job.batch'))
        .filter(({ object }) => object)
      const last = runs.sort((a, b) => timeOf(b.object) - timeOf(a.object))[0]
      yield {
        mode: 'F72',
        subject: node,
        message: failed > 0 ? `${failed} of ${total ?? '?'} tests failed` : passed?.message || 'the last run failed',
        evidence: [
          ...(passed ? [conditionProof(node, 'TestsPassed')] : []),
          fieldProof(node, 'status.results.failedTests'),
          { ...fieldProof(node, 'status.lastRun'), ...(run ? { since: run } : {}) },
        ],
        next: last ? [kubectl(last, 'logs', `job/${last.name}`, '--tail=200')] : [kubectl(node, 'get', 'jobs')],
      }
    }
  },
}

const timeOf = (job: unknown) => Date.parse(textAt(job, 'status.startTime') ?? '') || 0

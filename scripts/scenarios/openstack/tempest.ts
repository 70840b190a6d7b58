// SPDX-License-Identifier: Apache-2.0
// Tempest: a nightly run per tenant, the last one passed.
import { completedJob, cronJob, jobLabels } from '../core.ts'
import { conditions, type Obj, type ObjectMaker, suffix, withBody } from '../kube.ts'
import type { Tenant } from '../landscape.ts'
import { internalUrl } from './service-addresses.ts'
import { RUN_START, tempestRun } from './tempest-run.ts'

const JOB = `tempest-${Date.parse(RUN_START) / 60000}`
const IMAGE = 'ghcr.io/c5c3/tempest:47.0.0'
const COMMAND = ['tempest', 'run', '--concurrency', '4', '--smoke']

/** Name of the Pod of the last nightly run in a namespace. */
export function tempestPod(namespace: string): string {
  return `${JOB}-${suffix(`${namespace}/${JOB}`)}`
}

/** The Tempest object, its CronJob, and the Job and Pod of the last night. */
export function tempest(make: ObjectMaker, site: { tenant: Tenant; namespace: string; owner: Obj }): Obj[] {
  const { tenant, namespace, owner } = site
  const { age } = tenant
  const o = make('tempest.openstack.c5c3.io/v1alpha1', 'Tempest', {
    name: 'tempest',
    namespace,
    age,
    owner,
    generation: 1,
  })
  const run = tempestRun(tenant.claim)
  const total = run.passed + run.skipped
  const cr = withBody(o, {
    spec: {
      schedule: '0 2 * * *',
      image: { repository: 'ghcr.io/c5c3/tempest', tag: '47.0.0' },
      keystone: {
        authUrl: internalUrl(tenant, 'keystone'),
        appCredentialRef: { secretName: 'tempest-keystone-credentials' },
      },
      tests: {
        services: ['compute', 'network', 'volume', 'image', 'identity'],
        concurrency: 4,
        includeRegex: '\\[.*\\bsmoke\\b.*\\]',
      },
      dependsOn: ['Nova', 'Neutron', 'Cinder', 'Glance', 'Keystone'].map((kind) => ({
        kind,
        name: kind.toLowerCase(),
        condition: 'Ready',
      })),
    },
    status: {
      observedGeneration: 1,
      lastRun: RUN_START,
      lastDuration: `${Math.floor(run.seconds / 60)}m${run.seconds % 60}s`,
      results: { passedTests: run.passed, failedTests: 0, skippedTests: run.skipped, totalTests: total },
      conditions: conditions(o, [
        {
          type: 'TestsPassed',
          reason: 'AllTestsPassed',
          message: `${run.passed} tests passed, ${run.skipped} were skipped`,
        },
        { type: 'Ready', reason: 'AllReady', message: 'All sub-conditions are ready' },
      ]),
    },
  })
  const cron = cronJob(
    make,
    { name: 'tempest', namespace, age, owner: cr },
    { schedule: '0 2 * * *', image: IMAGE, last: RUN_START, took: run.seconds, command: COMMAND },
  )
  const job = completedJob(
    make,
    { name: JOB, namespace, age: '10h', born: RUN_START, owner: cron },
    IMAGE,
    RUN_START,
    run.seconds,
  )
  const labels = { ...jobLabels(job), 'app.kubernetes.io/name': 'tempest' }
  const pod = make(
    'v1',
    'Pod',
    { name: tempestPod(namespace), namespace, age: '10h', born: RUN_START, owner: job, labels },
    {
      spec: { restartPolicy: 'Never', containers: [{ name: 'tempest', image: IMAGE }] },
      status: {
        phase: 'Succeeded',
        startTime: RUN_START,
        containerStatuses: [
          {
            name: 'tempest',
            image: IMAGE,
            ready: false,
            restartCount: 0,
            state: { terminated: { exitCode: 0, reason: 'Completed', startedAt: RUN_START, finishedAt: run.end } },
          },
        ],
      },
    },
  )
  return [cr, cron, job, pod]
}

// SPDX-License-Identifier: Apache-2.0
// Tempest: a nightly run per tenant, the last one passed.
import { completedJob, cronJob } from './core.ts'
import { after, conditions, type Obj, type ObjectMaker, suffix, withBody } from './kube.ts'
import type { Tenant } from './landscape.ts'
import { internalUrl } from './services.ts'

const LAST_NIGHT = '2026-11-16T02:00:00Z'
const IMAGE = 'ghcr.io/c5c3/tempest:47.0.0'

/** The Tempest object, its CronJob, the Job and Pod of last night. */
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
  const minutes = tenant.size === 'small' ? 31 : 45
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
        includeRegex: 'tempest\\.(api|scenario)',
      },
      dependsOn: ['Nova', 'Neutron', 'Cinder', 'Glance', 'Keystone'].map((kind) => ({
        kind,
        name: kind.toLowerCase(),
        condition: 'Ready',
      })),
    },
    status: {
      observedGeneration: 1,
      lastRun: LAST_NIGHT,
      lastDuration: `${minutes}m12s`,
      results: { passedTests: 1247, failedTests: 0, skippedTests: 23, totalTests: 1270 },
      conditions: conditions(o, [
        { type: 'TestsPassed', reason: 'AllTestsPassed', message: '1247 tests passed, 23 were skipped' },
        { type: 'Ready', reason: 'AllReady', message: 'All sub-conditions are ready' },
      ]),
    },
  })
  const cron = cronJob(
    make,
    { name: 'tempest', namespace, age, owner: cr },
    { schedule: '0 2 * * *', image: IMAGE, last: LAST_NIGHT },
  )
  const run = `tempest-${Date.parse(LAST_NIGHT) / 60000}`
  const job = completedJob(
    make,
    { name: run, namespace, age: '10h', born: LAST_NIGHT, owner: cron },
    IMAGE,
    LAST_NIGHT,
    minutes * 60 + 12,
  )
  const end = after(LAST_NIGHT, minutes * 60 + 12)
  const labels = { 'batch.kubernetes.io/job-name': run, 'app.kubernetes.io/name': 'tempest' }
  const pod = make(
    'v1',
    'Pod',
    { name: `${run}-${suffix(`${namespace}/${run}`)}`, namespace, age: '10h', born: LAST_NIGHT, owner: job, labels },
    {
      spec: { restartPolicy: 'Never', containers: [{ name: 'tempest', image: IMAGE }] },
      status: {
        phase: 'Succeeded',
        startTime: LAST_NIGHT,
        containerStatuses: [
          {
            name: 'tempest',
            image: IMAGE,
            ready: false,
            restartCount: 0,
            state: { terminated: { exitCode: 0, reason: 'Completed', startedAt: LAST_NIGHT, finishedAt: end } },
          },
        ],
      },
    },
  )
  return [cr, cron, job, pod]
}

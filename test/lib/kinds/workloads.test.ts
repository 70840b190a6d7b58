// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { cronJob } from '../../../src/lib/kinds/kubernetes/cron-job.ts'
import { customResourceDefinition } from '../../../src/lib/kinds/kubernetes/custom-resource-definition.ts'
import { daemonSet } from '../../../src/lib/kinds/kubernetes/daemon-set.ts'
import { deployment } from '../../../src/lib/kinds/kubernetes/deployment.ts'
import { event } from '../../../src/lib/kinds/kubernetes/event.ts'
import { job } from '../../../src/lib/kinds/kubernetes/job.ts'
import { namespace } from '../../../src/lib/kinds/kubernetes/namespace.ts'
import { persistentVolumeClaim } from '../../../src/lib/kinds/kubernetes/persistent-volume-claim.ts'
import { pod } from '../../../src/lib/kinds/kubernetes/pod.ts'
import { podDisruptionBudget } from '../../../src/lib/kinds/kubernetes/pod-disruption-budget.ts'
import { secret } from '../../../src/lib/kinds/kubernetes/secret.ts'
import { statefulSet } from '../../../src/lib/kinds/kubernetes/stateful-set.ts'
import type { KindSpec } from '../../../src/lib/model/graph/kind.ts'
import { health, links } from './sample.ts'

const condition = (type: string, status: string, reason = '') =>
  `conditions: [{ type: ${type}, status: '${status}', reason: '${reason}', message: m }]`
const DELETED = 'metadata: { deletionTimestamp: 2026-11-16T11:00:00Z }'

describe('workloads', () => {
  it.each<[KindSpec, string, string]>([
    [deployment, 'healthy AllReady', '{ spec: { replicas: 2 }, status: { readyReplicas: 2, updatedReplicas: 2 } }'],
    [
      deployment,
      'progressing RollingOut',
      '{ spec: { replicas: 2 }, status: { readyReplicas: 2, updatedReplicas: 1 } }',
    ],
    [deployment, 'degraded NotAllReady', '{ spec: { replicas: 2 }, status: { readyReplicas: 1 } }'],
    [deployment, 'failed NotAllReady', '{ spec: { replicas: 2 }, status: {} }'],
    [deployment, 'off ScaledToZero', 'spec: { replicas: 0 }'],
    [deployment, 'unknown NotObserved', 'spec: { replicas: many }'],
    [
      deployment,
      'progressing ReplicaSetUpdated',
      `{ spec: { replicas: 1 }, status: { ${condition('Progressing', 'True', 'ReplicaSetUpdated')} } }`,
    ],
    [
      deployment,
      'failed NotAllReady',
      `{ spec: { replicas: 1 }, status: { ${condition('Progressing', 'True', 'NewReplicaSetAvailable')} } }`,
    ],
    [
      deployment,
      'failed ProgressDeadlineExceeded',
      `{ spec: { replicas: 1 }, status: { ${condition('Progressing', 'False', 'ProgressDeadlineExceeded')} } }`,
    ],
    [
      deployment,
      'suspended Paused',
      '{ spec: { replicas: 1, paused: true }, status: { readyReplicas: 1, updatedReplicas: 1 } }',
    ],
    [deployment, 'failed NotAllReady', '{ spec: { replicas: 1, paused: true } }'],
    [
      deployment,
      'unknown Stale',
      '{ metadata: { generation: 2 }, spec: { replicas: 1 }, status: { readyReplicas: 1, observedGeneration: 1 } }',
    ],
    [statefulSet, 'healthy AllReady', '{ spec: { replicas: 1 }, status: { readyReplicas: 1 } }'],
    [
      statefulSet,
      'progressing RollingOut',
      '{ spec: { replicas: 1 }, status: { readyReplicas: 1, currentRevision: a, updateRevision: b } }',
    ],
    [
      statefulSet,
      'healthy AllReady',
      '{ spec: { replicas: 1, updateStrategy: { type: OnDelete } }, status: { readyReplicas: 1, currentRevision: a, updateRevision: b } }',
    ],
    [statefulSet, 'degraded NotAllReady', '{ spec: { replicas: 3 }, status: { readyReplicas: 2 } }'],
    [daemonSet, 'healthy AllReady', 'status: { desiredNumberScheduled: 2, numberReady: 2, updatedNumberScheduled: 2 }'],
    [daemonSet, 'degraded NotAllReady', 'status: { desiredNumberScheduled: 2, numberReady: 1 }'],
    [
      daemonSet,
      'progressing RollingOut',
      'status: { desiredNumberScheduled: 2, numberReady: 2, updatedNumberScheduled: 1 }',
    ],
    [daemonSet, 'off NoNodes', 'status: { desiredNumberScheduled: 0, numberReady: 0 }'],
    [daemonSet, 'unknown NotObserved', ''],
    [
      podDisruptionBudget,
      'healthy SufficientPods',
      'status: { currentHealthy: 1, desiredHealthy: 1, disruptionsAllowed: 0 }',
    ],
    [podDisruptionBudget, 'degraded InsufficientPods', 'status: { currentHealthy: 1, desiredHealthy: 2 }'],
    [podDisruptionBudget, 'off NoPods', 'status: { currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 }'],
    [podDisruptionBudget, 'unknown NotObserved', ''],
    [persistentVolumeClaim, 'healthy Bound', 'status: { phase: Bound }'],
    [persistentVolumeClaim, 'progressing Pending', 'status: { phase: Pending }'],
    [persistentVolumeClaim, 'failed Lost', 'status: { phase: Lost }'],
  ])('$kind is %s', (kind, expected, text) => expect(health(kind, text)).toBe(expected))
})

describe('jobs', () => {
  it.each<[KindSpec, string, string]>([
    [job, 'healthy CompletionsReached', `status: { ${condition('Complete', 'True', 'CompletionsReached')} }`],
    [job, 'failed BackoffLimitExceeded', `status: { ${condition('Failed', 'True', 'BackoffLimitExceeded')} }`],
    [job, 'progressing Running', 'status: { startTime: 2026-11-16T11:00:00Z, active: 1 }'],
    [job, 'progressing Retrying', 'status: { startTime: 2026-11-16T11:00:00Z, active: 1, failed: 2 }'],
    [job, 'suspended Suspended', 'spec: { suspend: true }'],
    [job, 'unknown NotObserved', ''],
    [cronJob, 'healthy Scheduled', 'spec: { schedule: 0 0 * * 0 }'],
    [cronJob, 'suspended Suspended', 'spec: { schedule: 0 0 * * 0, suspend: true }'],
    [
      cronJob,
      'healthy Succeeded',
      '{ spec: { schedule: x }, status: { lastScheduleTime: 2026-11-15T00:00:00Z, lastSuccessfulTime: 2026-11-15T00:00:42Z } }',
    ],
    [
      cronJob,
      'degraded LastRunFailed',
      '{ spec: { schedule: x }, status: { lastScheduleTime: 2026-11-15T00:00:00Z, lastSuccessfulTime: 2026-11-08T00:00:42Z } }',
    ],
    [
      cronJob,
      'degraded LastRunFailed',
      '{ spec: { schedule: x }, status: { lastScheduleTime: 2026-11-15T00:00:00Z } }',
    ],
    [
      cronJob,
      'progressing Running',
      '{ spec: { schedule: x }, status: { lastScheduleTime: 2026-11-15T00:00:00Z, active: [{ name: j }] } }',
    ],
    [cronJob, 'unknown Malformed', ''],
  ])('$kind is %s', (kind, expected, text) => expect(health(kind, text)).toBe(expected))

  it('runs of a CronJob are counted, so that an old failure does not persist', () => {
    const owner = (kind: string) =>
      `metadata: { ownerReferences: [{ apiVersion: batch/v1, kind: ${kind}, name: c, uid: u }] }`
    expect(links(job, owner('CronJob'))).toEqual(['owns CronJob.batch ns/c @here (counted) (optional) (reverse)'])
    expect(links(job, owner('Keystone'))).toEqual([])
  })
})

describe('Pods', () => {
  const ready = condition('Ready', 'True')
  const stuck = (reason: string) => `containerStatuses: [{ name: c, state: { waiting: { reason: ${reason} } } }]`

  it.each([
    ['healthy', `status: { phase: Running, ${ready} }`],
    ['healthy Succeeded', 'status: { phase: Succeeded }'],
    ['failed Evicted', 'status: { phase: Failed, reason: Evicted }'],
    [
      'failed CrashLoopBackOff',
      `status: { phase: Running, ${condition('Ready', 'False', 'No')}, ${stuck('CrashLoopBackOff')} }`,
    ],
    ['failed ErrImagePull', `status: { phase: Pending, ${stuck('ErrImagePull')} }`],
    ['progressing NotObserved', `status: { phase: Pending, ${stuck('ContainerCreating')} }`],
    ['degraded ContainersNotReady', `status: { phase: Running, ${condition('Ready', 'False', 'ContainersNotReady')} }`],
    ['unknown Unknown', 'status: { phase: Unknown }'],
    ['unknown NotObserved', ''],
    ['progressing Deleting', `{ ${DELETED}, status: { phase: Running, ${ready} } }`],
  ])('are %s', (expected, text) => expect(health(pod, text)).toBe(expected))

  it('depend on their node, except for agents, on which the node depends', () => {
    const agent = 'metadata: { ownerReferences: [{ apiVersion: apps/v1, kind: DaemonSet, name: a, uid: u }] }'
    expect(links(pod, '{ spec: { nodeName: n, volumes: [{ persistentVolumeClaim: { claimName: v } }, {}] } }')).toEqual(
      ['depends-on Node n @here (optional)', 'consumes PersistentVolumeClaim ns/v @here'],
    )
    expect(links(pod, `{ ${agent}, spec: { nodeName: n } }`)).toEqual(['depends-on Node n @here (optional) (reverse)'])
  })
})

describe('other kinds', () => {
  it.each<[KindSpec, string, string]>([
    [namespace, 'healthy Active', 'status: { phase: Active }'],
    [namespace, 'progressing Terminating', `{ ${DELETED}, status: { phase: Terminating } }`],
    [namespace, 'progressing Terminating', 'status: { phase: Terminating }'],
    [namespace, 'unknown NotObserved', ''],
    [
      customResourceDefinition,
      'healthy InitialNamesAccepted',
      `status: { ${condition('Established', 'True', 'InitialNamesAccepted')} }`,
    ],
    [customResourceDefinition, 'unknown NotObserved', ''],
    [event, 'healthy Exists', 'type: Warning'],
    [secret, 'healthy Exists', ''],
  ])('$kind is %s', (kind, expected, text) => expect(health(kind, text)).toBe(expected))

  it('a StatefulSet links to its volumes by the labels it selects, never to all of them', () => {
    const text =
      'spec: { selector: { matchLabels: { app: db } }, volumeClaimTemplates: [{ metadata: { name: data } }] }'
    expect(links(statefulSet, text)).toEqual(['owns PersistentVolumeClaim ns/* {"app":"db"} @here (optional)'])
    expect(links(statefulSet, 'spec: { selector: {}, volumeClaimTemplates: [{ metadata: { name: data } }] }')).toEqual(
      [],
    )
    expect(links(statefulSet, 'spec: { selector: { matchLabels: { app: db } } }')).toEqual([])
  })
})

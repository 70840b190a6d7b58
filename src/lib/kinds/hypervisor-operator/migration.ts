// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import { deleting } from '../../model/object/conditions.ts'
import { textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'

export const migration: KindSpec = {
  group: 'kvm.cloud.sap',
  kind: 'Migration',
  plural: 'migrations',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['hypervisor'],
  keep: [
    'status.origin',
    'status.destination',
    'status.type',
    'status.operation',
    'status.started',
    'status.timeElapsed',
    'status.timeRemaining',
    'status.memBps',
    'status.memDirtyRate',
    'status.memIteration',
    'status.dataRemaining',
    'status.errMsg',
  ],
  links: (object) => {
    const [path, name] = ['status.origin', textAt(object, 'status.origin')]
    const to = { where: 'here', group: ['kvm.cloud.sap', 'hypervisor.c5c3.io'], kind: 'Hypervisor' } as const
    return name
      ? [{ rel: 'depends-on', to: { ...to, name }, path, reverse: true, optional: true, weak: 'degraded' }]
      : []
  },
  health,
  // a host with many large instances takes hours to drain
  progressSeconds: 6 * 3600,
}

/** States of a libvirt job. An instance that could not be moved still runs on its host. */
const JOBS: Readonly<Record<string, Health['state']>> = {
  bounded: 'progressing',
  unbounded: 'progressing',
  completed: 'healthy',
  success: 'healthy',
  failed: 'degraded',
  cancelled: 'degraded',
}

function health(object: KubeObject): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  const [job, error, since] = [
    textAt(object, 'status.type'),
    textAt(object, 'status.errMsg'),
    textAt(object, 'status.started'),
  ]
  const start = since ? { since } : {}
  if (error) {
    return {
      state: 'degraded',
      reason: 'Failed',
      message: error,
      ...start,
      evidence: [{ path: 'status.errMsg', value: error }],
    }
  }
  if (!job) return { state: 'unknown', reason: 'NotObserved', message: 'there is no status.type yet' }
  const state = Object.hasOwn(JOBS, job) ? JOBS[job] : undefined
  return { state: state ?? 'unknown', reason: job, ...start, evidence: [{ path: 'status.type', value: job }] }
}

// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../../model/check/check.ts'
import { kubectl } from '../../model/check/next-step.ts'
import { POD_INPUTS, POD_OWNERS, podFindings } from '../shared/failing-pods.ts'

export const podUnschedulable: Check = {
  id: 'pod-unschedulable',
  category: 'workloads',
  severity: 'error',
  title: 'No node accepts a Pod',
  why: 'The scheduler finds no node that has the CPU and memory that the Pod requests, that matches its node selector and affinity, and whose taints it tolerates.',
  fix: 'Read the message of the scheduler: add a node or free capacity, lower the requests, or correct the selector, the affinity or the tolerations of the workload.',
  byHand: ['kubectl --context CONTEXT -n NAMESPACE describe pod NAME', 'kubectl --context CONTEXT describe nodes'],
  modes: ['F143'],
  about: POD_OWNERS,
  beside: [...POD_INPUTS, 'PersistentVolumeClaim'],
  reasons: ['Unschedulable', 'FailedScheduling', 'SchedulingGated'],
  run: (context) =>
    podFindings(context, 'F143', 'unschedulable', (pod) => [
      kubectl({ cluster: pod.cluster }, 'get', 'nodes', '-o', 'wide'),
    ]),
}

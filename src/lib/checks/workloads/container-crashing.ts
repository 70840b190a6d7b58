// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../../model/check/check.ts'
import { containerLog, POD_INPUTS, POD_OWNERS, podFindings } from '../shared/failing-pods.ts'

export const containerCrashing: Check = {
  id: 'container-crashing',
  category: 'workloads',
  severity: 'error',
  title: 'Container keeps exiting',
  why: 'The kubelet restarts the container with increasing delays, and in between it serves nothing. OOMKilled means that it exceeded its memory limit; any other exit code comes from the program itself.',
  fix: 'After OOMKilled, raise the memory limit in the object that configures the workload. Otherwise read the log of the previous container: usually a setting, a credential or a dependency is wrong.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE describe pod NAME',
    'kubectl --context CONTEXT -n NAMESPACE logs NAME -c CONTAINER --previous',
  ],
  modes: ['F141'],
  about: POD_OWNERS,
  beside: POD_INPUTS,
  reasons: ['CrashLoopBackOff', 'OOMKilled'],
  run: (context) =>
    podFindings(context, 'F141', 'crash', (pod, container) => [containerLog(pod, container, '--previous')]),
}

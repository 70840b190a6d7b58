// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../../model/check/check.ts'
import { containerLog, POD_INPUTS, POD_OWNERS, podFindings } from '../shared/failing-pods.ts'

export const containerCrashing: Check = {
  id: 'container-crashing',
  category: 'workloads',
  severity: 'error',
  title: 'A container keeps exiting',
  why: 'The kubelet restarts it with growing pauses, and between restarts it serves nothing. OOMKilled means that it used more memory than its limit; any other exit code comes from the program itself.',
  fix: 'After OOMKilled, raise the memory limit in the object that configures the workload. Otherwise read the log of the last run: usually a setting, a credential or a dependency is wrong.',
  byHand: ['kubectl -n NAMESPACE describe pod NAME', 'kubectl -n NAMESPACE logs NAME -c CONTAINER --previous'],
  modes: ['F141'],
  about: POD_OWNERS,
  beside: POD_INPUTS,
  reasons: ['CrashLoopBackOff', 'OOMKilled'],
  run: (context) =>
    podFindings(context, 'F141', 'crash', (pod, container) => [containerLog(pod, container, '--previous')]),
}

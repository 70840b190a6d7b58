// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../../model/check/check.ts'
import { containerLog, POD_INPUTS, POD_OWNERS, podFindings } from '../shared/failing-pods.ts'

export const podNotReady: Check = {
  id: 'pod-not-ready',
  category: 'workloads',
  severity: 'error',
  title: 'Pod runs but does not become ready',
  why: 'Its readiness probe fails, or an init container does not finish. Services send no requests to it.',
  fix: 'Read the response of the probe and the log of the container: usually the program is blocked by a dependency or rejects its configuration.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE describe pod NAME',
    'kubectl --context CONTEXT -n NAMESPACE logs NAME -c CONTAINER',
  ],
  modes: ['F144'],
  about: POD_OWNERS,
  beside: POD_INPUTS,
  reasons: ['ContainersNotReady', 'Unhealthy', 'ContainersNotInitialized'],
  run: (context) => podFindings(context, 'F144', 'not-ready', (pod, container) => [containerLog(pod, container)]),
}

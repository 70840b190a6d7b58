// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../../model/check/check.ts'
import { POD_INPUTS, POD_OWNERS, podFindings } from '../shared/failing-pods.ts'

export const containerNotCreated: Check = {
  id: 'container-not-created',
  category: 'workloads',
  severity: 'error',
  title: 'Container cannot be created',
  why: 'The kubelet needs something that does not exist: a Secret, a ConfigMap or one of their keys, a volume, or the Pod network.',
  fix: 'Create what the message names, or correct the reference to it. The kubelet retries on its own.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE describe pod NAME',
    'kubectl --context CONTEXT -n NAMESPACE get secrets,configmaps',
  ],
  modes: ['F142'],
  about: POD_OWNERS,
  beside: POD_INPUTS,
  reasons: ['CreateContainerConfigError', 'CreateContainerError', 'RunContainerError', 'FailedMount'],
  run: (context) => podFindings(context, 'F142', 'config'),
}

// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../../model/check/check.ts'
import { POD_INPUTS, POD_OWNERS, podFindings } from '../shared/failing-pods.ts'

export const imagePullFailing: Check = {
  id: 'image-pull-failing',
  category: 'workloads',
  severity: 'error',
  title: 'Pod cannot pull its image',
  why: 'The container does not start until its image is pulled. Usually the tag does not exist, the registry rejects the pull secret, or the node cannot reach the registry.',
  fix: 'Check that the image exists in the registry: correct the tag in the object that configures the workload, or renew its image pull secret. The kubelet retries on its own.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE describe pod NAME',
    'kubectl --context CONTEXT -n NAMESPACE get pod NAME -o jsonpath={.spec.imagePullSecrets}',
  ],
  modes: ['F140'],
  about: POD_OWNERS,
  beside: POD_INPUTS,
  reasons: ['ImagePullBackOff', 'ErrImagePull', 'InvalidImageName', 'ErrImageNeverPull'],
  run: (context) => podFindings(context, 'F140', 'image'),
}

// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../../model/check/check.ts'
import { POD_INPUTS, POD_OWNERS, podFindings } from '../shared/failing-pods.ts'

export const imagePullFailing: Check = {
  id: 'image-pull-failing',
  category: 'workloads',
  severity: 'error',
  title: 'A Pod cannot pull its image',
  why: 'The container does not start until its image is there. Usually the tag does not exist, the registry refuses the pull secret, or the node cannot reach the registry.',
  fix: 'Compare the image with the registry: correct the tag in the object that configures the workload, or renew its image pull secret. The kubelet tries again by itself.',
  byHand: [
    'kubectl -n NAMESPACE describe pod NAME',
    'kubectl -n NAMESPACE get pod NAME -o jsonpath={.spec.imagePullSecrets}',
  ],
  modes: ['F140'],
  about: POD_OWNERS,
  beside: POD_INPUTS,
  reasons: ['ImagePullBackOff', 'ErrImagePull', 'InvalidImageName', 'ErrImageNeverPull'],
  run: (context) => podFindings(context, 'F140', 'image'),
}

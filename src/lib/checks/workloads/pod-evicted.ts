// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../../model/check/check.ts'
import { kubectl } from '../../model/check/next-step.ts'
import { textAt } from '../../model/object/fields.ts'
import { POD_INPUTS, POD_OWNERS, podFindings } from '../shared/failing-pods.ts'

export const podEvicted: Check = {
  id: 'pod-evicted',
  category: 'workloads',
  severity: 'error',
  title: 'Pod was evicted or its node is lost',
  why: 'The node had too little memory, disk or process IDs, or it was shut down or stopped reporting. The workload has no ready replacement.',
  fix: 'Fix the node first: free what the message names, or restore it. The workload starts a new Pod on its own.',
  byHand: ['kubectl --context CONTEXT -n NAMESPACE describe pod NAME', 'kubectl --context CONTEXT describe node NODE'],
  modes: ['F145'],
  about: POD_OWNERS,
  beside: [...POD_INPUTS, 'Node'],
  reasons: ['Evicted', 'NodeLost', 'NodeShutdown'],
  run: (context) =>
    podFindings(context, 'F145', 'evicted', (pod) => {
      const node = textAt(pod.object, 'spec.nodeName')
      return node ? [kubectl({ cluster: pod.cluster }, 'describe', 'node', node)] : []
    }),
}

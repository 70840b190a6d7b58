// SPDX-License-Identifier: Apache-2.0

import { isStatusCurrent, isYoungerThan } from '../../model/check/age.ts'
import type { Check } from '../../model/check/check.ts'
import { conditionOf, conditionProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import { entriesAt, flagAt, textsAt } from '../../model/object/fields.ts'

const [CORTEX, PIPELINE] = ['Cortex.cortex.c5c3.io', 'Pipeline.cortex.cloud'] as const

export const cortexPipelineInactive: Check = {
  id: 'cortex-pipeline-inactive',
  category: 'control-plane',
  severity: 'warning',
  title: 'Requested Cortex pipeline is not active',
  why: 'Cortex schedules for a service only while its pipeline is active. Until then the service is scheduled as if there were no Cortex.',
  fix: 'Read the status of the Pipeline and its steps: Cortex cannot read data from the service, or a step is not ready. The log of Cortex names it.',
  byHand: [
    'kubectl --context CONTEXT get pipelines.cortex.cloud',
    'kubectl --context CONTEXT -n NAMESPACE get cortex NAME -o jsonpath="{.status.activePipelines}"',
  ],
  modes: ['F120'],
  about: [CORTEX],
  beside: [PIPELINE],
  *run(context) {
    for (const node of context.of(CORTEX)) {
      if (!isStatusCurrent(node) || isYoungerThan(node, 10, context.now)) continue
      const enabled = entriesAt(node.object, 'spec.pipelines')
        .filter(([, value]) => flagAt(value, 'enabled') !== false)
        .map(([name]) => name)
      const active = textsAt(node.object, 'status.activePipelines')
      const idle = enabled.filter((name) => !active.includes(name))
      if (idle.length === 0) continue
      yield {
        mode: 'F120',
        subject: node,
        message: `${idle.join(', ')}: requested but not active`,
        evidence: [
          ...idle.map((name) => ({ on: node, path: `spec.pipelines.${name}.enabled`, value: 'true' })),
          { on: node, path: 'status.activePipelines', value: active.join(', ') || 'none' },
          ...(conditionOf(node, 'PipelinesReady')?.status === 'False' ? [conditionProof(node, 'PipelinesReady')] : []),
        ],
        next: [
          kubectl({ cluster: node.cluster }, 'get', 'pipelines.cortex.cloud'),
          kubectl(node, 'logs', '-l', 'app.kubernetes.io/name=cortex', '--tail=100'),
        ],
      }
    }
  },
}

// SPDX-License-Identifier: Apache-2.0

import { serviceHost } from '../../kinds/openstack/host.ts'
import { isYoungerThan } from '../../model/check/age.ts'
import type { Check } from '../../model/check/check.ts'
import { fieldProof } from '../../model/check/evidence.ts'
import { getYaml } from '../../model/check/next-step.ts'
import { entriesAt, flagAt, textAt } from '../../model/object/fields.ts'

const [NOVA, CORTEX] = ['Nova.nova.openstack.c5c3.io', 'Cortex.cortex.c5c3.io'] as const
const PATH = 'spec.scheduler.externalScheduler'

export const cortexBypassed: Check = {
  id: 'cortex-bypassed',
  category: 'control-plane',
  severity: 'warning',
  title: 'Nova does not use Cortex for scheduling',
  why: 'Cortex is enabled and runs, but the external scheduler of Nova is disabled or uses another address. Instances are placed as if there were no Cortex, and nothing else shows it.',
  fix: 'In spec.scheduler.externalScheduler of Nova, set enabled to true and endpoint to status.endpoint of Cortex; or disable Cortex in the claim.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get nova NAME -o jsonpath="{.spec.scheduler.externalScheduler}"',
    'kubectl --context CONTEXT -n NAMESPACE get cortex NAME -o jsonpath="{.status.endpoint}"',
  ],
  modes: ['F120'],
  about: [CORTEX],
  beside: [NOVA],
  *run(context) {
    for (const cortex of context.of(CORTEX)) {
      const pipelines = entriesAt(cortex.object, 'spec.pipelines')
      const isForNova =
        pipelines.length === 0 ||
        pipelines.some(([name, pipeline]) => name === 'nova' && flagAt(pipeline, 'enabled') !== false)
      if (!isForNova || isYoungerThan(cortex, 10, context.now) || cortex.object?.metadata.deletionTimestamp) continue
      const novas = context
        .of(NOVA)
        .filter(({ cluster, namespace }) => cluster.label === cortex.cluster.label && namespace === cortex.namespace)
      for (const nova of novas) {
        const isOff = flagAt(nova.object, `${PATH}.enabled`) !== true
        const [configured, served] = [textAt(nova.object, `${PATH}.endpoint`), textAt(cortex.object, 'status.endpoint')]
        const isDifferent = !isOff && configured !== undefined && served !== undefined && !isSame(configured, served)
        if ((!isOff && !isDifferent) || nova.object?.metadata.deletionTimestamp) continue
        yield {
          mode: 'F120',
          subject: nova,
          standsAlone: true,
          message: isOff
            ? `external scheduler is disabled although Cortex ${cortex.name} runs`
            : `external scheduler uses ${configured}, but Cortex ${cortex.name} serves ${served}`,
          evidence: [
            fieldProof(nova, `${PATH}.enabled`),
            fieldProof(nova, `${PATH}.endpoint`),
            fieldProof(cortex, 'status.endpoint'),
          ],
          next: [getYaml(nova), getYaml(cortex)],
        }
      }
    }
  },
}

/** Compares in-cluster addresses by Service and port, all others as written. */
function isSame(a: string, b: string): boolean {
  const [first, second] = [serviceHost(a), serviceHost(b)]
  if (!first || !second) return trimmed(a) === trimmed(b)
  return first.name === second.name && first.namespace === second.namespace && portOf(a) === portOf(b)
}

const trimmed = (url: string) => url.replace(/\/+$/, '')

const portOf = (url: string) => /:(\d+)(?:\/|$)/.exec(url)?.[1]

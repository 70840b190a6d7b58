// SPDX-License-Identifier: Apache-2.0

import { hasLastedFor, isStatusCurrent } from '../../../model/check/age.ts'
import type { Check } from '../../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../../model/check/evidence.ts'
import { kubectl } from '../../../model/check/next-step.ts'
import { textAt } from '../../../model/object/fields.ts'

/** In minutes: longer than the operator needs for all members. */
const MAX_PROCESSING_MINUTES = 15

export const valkeyError: Check = {
  id: 'valkey-error',
  category: 'control-plane',
  severity: 'error',
  title: 'Valkey has failed or does not become ready',
  why: 'The Valkey operator cannot create what the object requests: a chart value or certificate is wrong, or a volume or Pod does not start.',
  fix: 'Read the condition and the log of the operator, then fix what it names; the operator retries on its own.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get valkey NAME -o yaml',
    'kubectl --context CONTEXT -n NAMESPACE get pods -l app.kubernetes.io/instance=NAME',
  ],
  modes: ['F55'],
  about: ['Valkey.cache.cs.sap.com'],
  *run(context) {
    for (const node of context.of('Valkey.cache.cs.sap.com')) {
      if (!isStatusCurrent(node)) continue
      const state = textAt(node.object, 'status.state')
      const since = textAt(node.object, 'status.processingSince')
      const isBusy =
        (state === 'Processing' || state === 'Pending') && hasLastedFor(since, MAX_PROCESSING_MINUTES, context.now)
      if (state !== 'Error' && !isBusy) continue
      const ready = conditionOf(node, 'Ready')
      yield {
        mode: 'F55',
        subject: node,
        message: ready?.message || `state is ${state}`,
        evidence: [
          fieldProof(node, 'status.state'),
          ...(ready ? [conditionProof(node, 'Ready')] : []),
          ...(since ? [{ on: node, path: 'status.processingSince', value: since, since }] : []),
        ],
        next: [kubectl(node, 'get', 'pods', '-l', `app.kubernetes.io/instance=${node.name}`)],
      }
    }
  },
}

// SPDX-License-Identifier: Apache-2.0

import { dedicatedBy } from '../../kinds/claims/dedicated-label.ts'
import type { Check, CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { labelAt, textAt } from '../../model/object/fields.ts'
import { isDeleted, POOL_CLAIM_KINDS } from '../shared/crossplane.ts'

export const dedicatedInName: Check = {
  id: 'dedicated-in-name',
  category: 'crossplane',
  severity: 'warning',
  title: 'Dedicated pool is dedicated in name only',
  why: 'The pool is labelled as dedicated, but its machines come from the same IronCore machine pool as those of another pool, or its Nodes lack the label that schedulers and auditors look for.',
  fix: 'Give the pool a machine pool of its own; copy spec.labels to the labels of the Shoot workers.',
  byHand: [
    'kubectl --context MANAGEMENT get hypervisorclusters.crossplane.c5c3.io -A -o custom-columns=NAME:.spec.name,MACHINES:.spec.ironcore.machinePool,LABELS:.spec.labels',
    'kubectl --context HYPERVISOR get nodes --show-labels',
  ],
  modes: ['F117'],
  about: POOL_CLAIM_KINDS,
  beside: ['Node'],
  clusters: ['management', 'hypervisor', 'storage'],
  *run(context) {
    const pools = POOL_CLAIM_KINDS.flatMap((kind) => context.of(kind)).filter((pool) => !isDeleted(pool))
    for (const pool of pools) {
      const label = dedicatedBy(pool)
      if (!label) continue
      const machines = textAt(pool.object, 'spec.ironcore.machinePool')
      const sharing = pools.filter(
        (other) =>
          other !== pool && machines !== undefined && textAt(other.object, 'spec.ironcore.machinePool') === machines,
      )
      const unlabelled = sharing.length > 0 ? [] : withoutLabel(context, pool, label)
      if (sharing.length === 0 && unlabelled.length === 0) continue
      yield {
        mode: 'F117',
        subject: pool,
        message:
          sharing.length > 0
            ? `its machines come from ${machines}, as do those of ${sharing.map(({ name }) => name).join(', ')}`
            : `label ${label} is missing on ${unlabelled.length === 1 ? 'one' : unlabelled.length} of its Nodes`,
        evidence: [
          fieldProof(pool, `spec.labels.${label}`),
          ...(sharing.length > 0 ? [pool, ...sharing].map((one) => fieldProof(one, 'spec.ironcore.machinePool')) : []),
          ...unlabelled.slice(0, 3).map(
            (on): FindingEvidence => ({
              on,
              path: `metadata.labels[${label}]`,
              value: labelAt(on.object, label) ?? 'absent',
            }),
          ),
        ],
        next: unlabelled[0] ? [kubectl(unlabelled[0], 'get', 'nodes', '-L', label)] : [],
        standsAlone: true,
      }
    }
  },
}

function withoutLabel(context: CheckContext, pool: GraphNode, label: string): readonly GraphNode[] {
  const desired = textAt(pool.object, `spec.labels.${label}`)
  return context.out(pool, 'Node').filter(({ object }) => object && labelAt(object, label) !== desired)
}

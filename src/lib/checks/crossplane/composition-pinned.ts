// SPDX-License-Identifier: Apache-2.0

import { isYoungerThan } from '../../model/check/age.ts'
import type { Check, CheckContext } from '../../model/check/check.ts'
import { fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { countAt, fieldAt, labelAt, textAt } from '../../model/object/fields.ts'
import { CLAIM_KINDS, COMPOSITES, isDeleted } from '../shared/crossplane.ts'

const REVISION = 'CompositionRevision.apiextensions.crossplane.io'
const LABEL = 'crossplane.io/composition-name'

export const compositionPinned: Check = {
  id: 'composition-pinned',
  category: 'crossplane',
  severity: 'warning',
  title: 'Claim is pinned to an old Composition revision',
  why: 'A newer revision exists, but the update policy is Manual, or Crossplane has not processed it: later fixes and additions of the Composition do not reach this claim.',
  fix: 'Review what changed between the revisions, then point spec.compositionRevisionRef to the newest one, or set spec.compositionUpdatePolicy to Automatic.',
  byHand: [
    'kubectl --context MANAGEMENT get compositionrevisions.apiextensions.crossplane.io -l crossplane.io/composition-name=NAME',
    "kubectl --context MANAGEMENT -n NAMESPACE get openstackclusters.c5c3.io NAME -o jsonpath='{.spec.compositionRevisionRef.name}'",
  ],
  modes: ['F08'],
  about: [...CLAIM_KINDS, ...COMPOSITES],
  beside: [REVISION],
  *run(context) {
    for (const node of [...CLAIM_KINDS, ...COMPOSITES].flatMap((kind) => context.of(kind))) {
      const root = fieldAt(node.object, 'spec.crossplane') === undefined ? 'spec' : 'spec.crossplane'
      // A composite only repeats the settings of its claim.
      if (isDeleted(node) || fieldAt(node.object, 'spec.claimRef') !== undefined) continue
      const isManual = textAt(node.object, `${root}.compositionUpdatePolicy`) === 'Manual'
      const pinned = context.out(node, REVISION).find(({ object }) => object)
      const newest = pinned && newestOf(context, pinned)
      if (!newest || numberOf(newest) <= numberOf(pinned)) continue
      // Crossplane moves a claim to a new revision within a minute.
      if (!isManual && isYoungerThan(newest, 60, context.now)) continue
      const composition = labelAt(pinned.object, LABEL) ?? ''
      yield {
        mode: 'F08',
        subject: node,
        message: `${isManual ? 'pinned to' : 'still on'} revision ${numberOf(pinned)} of Composition ${composition}, the newest is ${numberOf(newest)}`,
        evidence: [
          fieldProof(node, `${root}.compositionUpdatePolicy`),
          fieldProof(node, `${root}.compositionRevisionRef.name`),
          fieldProof(pinned, 'spec.revision'),
          { ...fieldProof(newest, 'spec.revision'), ...sinceOf(newest) },
        ],
        next: [
          kubectl(
            { cluster: node.cluster },
            'get',
            'compositionrevisions.apiextensions.crossplane.io',
            '-l',
            `${LABEL}=${composition}`,
          ),
        ],
        standsAlone: true,
      }
    }
  },
}

function newestOf(context: CheckContext, pinned: GraphNode): GraphNode | undefined {
  const composition = labelAt(pinned.object, LABEL)
  if (!composition) return undefined
  return context
    .of(REVISION)
    .filter(({ object, cluster }) => cluster === pinned.cluster && labelAt(object, LABEL) === composition)
    .reduce((best, next) => (numberOf(next) > numberOf(best) ? next : best), pinned)
}

const numberOf = ({ object }: GraphNode) => countAt(object, 'spec.revision') ?? 0

const sinceOf = ({ object }: GraphNode) =>
  object?.metadata.creationTimestamp ? { since: object.metadata.creationTimestamp } : {}

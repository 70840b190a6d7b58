// SPDX-License-Identifier: Apache-2.0
import type { Check, FindingEvidence } from '../../model/check/check.ts'
import { conditionProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { entriesAt, textAt } from '../../model/object/fields.ts'
import { CLAIM_KINDS, COMPOSITES, isComposite, syncFailure } from '../shared/crossplane.ts'

const COMPOSITION = 'Composition.apiextensions.crossplane.io'

export const noComposition: Check = {
  id: 'no-composition',
  category: 'crossplane',
  severity: 'error',
  title: 'No Composition matches a composite resource',
  why: 'Crossplane knows the type, but no Composition matches: it was not applied or was deleted, it is for another version of the type, or its labels do not match the selector of the claim. Nothing is created.',
  fix: 'Apply the Composition, or correct its spec.compositeTypeRef or its labels so that they match the claim.',
  byHand: [
    'kubectl --context MANAGEMENT get compositions.apiextensions.crossplane.io --show-labels',
    "kubectl --context MANAGEMENT get COMPOSITE NAME -o jsonpath='{.spec.compositionSelector}'",
  ],
  modes: ['F07'],
  about: [...COMPOSITES, ...CLAIM_KINDS],
  beside: [COMPOSITION],
  *run(context) {
    for (const node of [...COMPOSITES, ...CLAIM_KINDS].flatMap((kind) => context.of(kind)).filter(isComposite)) {
      const failure = syncFailure(node)
      if (!failure || !/cannot select Composition|no compatible Compositions? found/i.test(failure.message)) continue
      yield {
        mode: 'F07',
        subject: node,
        message: failure.message,
        evidence: [
          conditionProof(node, 'Synced'),
          ...selectorEvidence(node),
          ...candidates(context.of(COMPOSITION), node),
        ],
        next: [kubectl(node, 'get', 'compositions.apiextensions.crossplane.io', '--show-labels')],
      }
    }
  },
}

function selectorEvidence(node: GraphNode): readonly FindingEvidence[] {
  return ['spec', 'spec.crossplane'].flatMap((at) => {
    const path = `${at}.compositionSelector.matchLabels`
    const labels = entriesAt(node.object, path)
    return labels.length > 0 ? [{ on: node, path, value: formatLabels(labels) }] : []
  })
}

/** Compositions for this kind, with their version and labels, one of which does not match. */
function candidates(compositions: readonly GraphNode[], node: GraphNode): readonly FindingEvidence[] {
  return compositions
    .filter(
      ({ object, cluster }) => textAt(object, 'spec.compositeTypeRef.kind') === node.kind && cluster === node.cluster,
    )
    .map((on) => {
      const version = textAt(on.object, 'spec.compositeTypeRef.apiVersion') ?? 'no apiVersion'
      const labels = formatLabels(Object.entries(on.object?.metadata.labels ?? {}))
      return { on, path: 'spec.compositeTypeRef', value: `${version}${labels ? `, labels ${labels}` : ', no labels'}` }
    })
}

const formatLabels = (labels: readonly (readonly [string, unknown])[]) =>
  labels.map(([key, value]) => `${key}=${String(value)}`).join(', ')

// SPDX-License-Identifier: Apache-2.0

import type { Check } from '../../model/check/check.ts'
import { conditionOf, conditionProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { fieldAt, textAt } from '../../model/object/fields.ts'
import { objectArgs } from '../../model/text/command.ts'

const DEFINITION = 'CompositeResourceDefinition.apiextensions.crossplane.io'

/** Crossplane creates the CRDs of a definition within seconds. */
const OFFER_TIME = 2 * 60_000

export const definitionNotOffered: Check = {
  id: 'definition-not-offered',
  category: 'crossplane',
  severity: 'error',
  title: 'Composite resource definition is not established',
  why: 'Crossplane could not create the CRD of the composite resource or of its claim: such claims are not reconciled, or cannot even be created. Usually the schema is invalid, or another CRD has the name.',
  fix: 'Correct in the definition what the condition reports, and apply it again.',
  byHand: ['kubectl --context MANAGEMENT describe compositeresourcedefinitions.apiextensions.crossplane.io NAME'],
  modes: ['F111'],
  reasons: ['TerminatingCompositeResource', 'TerminatingCompositeResourceClaim'],
  about: [DEFINITION],
  *run(context) {
    for (const node of context.of(DEFINITION)) {
      const age = context.now - Date.parse(node.object?.metadata.creationTimestamp ?? '')
      if (node.object?.metadata.deletionTimestamp || !(age > OFFER_TIME)) continue
      const type = expectedConditions(node).find((name) => conditionOf(node, name)?.status !== 'True')
      if (!type) continue
      const { reason = '', message = '' } = conditionOf(node, type) ?? {}
      yield {
        mode: 'F111',
        subject: node,
        message: `${kindOf(node, type)} is not ${type.toLowerCase()}: ${message || reason || 'the condition is absent'}`,
        evidence: expectedConditions(node).map((name) => conditionProof(node, name)),
        next: [kubectl({ cluster: node.cluster }, 'get', ...objectArgs('customresourcedefinitions', node.name))],
      }
    }
  },
}

/** A definition without claims is never Offered. */
const expectedConditions = ({ object }: GraphNode): readonly string[] =>
  fieldAt(object, 'spec.claimNames') === undefined ? ['Established'] : ['Established', 'Offered']

const kindOf = ({ object, name }: GraphNode, type: string) =>
  textAt(object, type === 'Offered' ? 'spec.claimNames.kind' : 'spec.names.kind') ?? name

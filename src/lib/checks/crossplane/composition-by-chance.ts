// SPDX-License-Identifier: Apache-2.0

import { definitionName } from '../../kinds/crossplane/health-and-links.ts'
import type { Check } from '../../model/check/check.ts'
import { fieldProof } from '../../model/check/evidence.ts'
import { getYaml, kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { managersOf, owns } from '../../model/object/field-manager.ts'
import { fieldAt, textAt } from '../../model/object/fields.ts'
import { groupOf } from '../../model/object/reference.ts'
import { CLAIM_KINDS, COMPOSITES, isDeleted } from '../shared/crossplane.ts'

const DEFINITION = 'CompositeResourceDefinition.apiextensions.crossplane.io'
const COMPOSITION = 'Composition.apiextensions.crossplane.io'

export const compositionByChance: Check = {
  id: 'composition-by-chance',
  category: 'crossplane',
  severity: 'warning',
  title: 'Ambiguous Composition selection',
  why: 'Several Compositions match, the definition has no default, and the claim selects none: Crossplane picks one at random. A production tenant may run on a Composition meant for development, and the next claim on another one.',
  fix: 'Set spec.compositionSelector in the claims, or spec.defaultCompositionRef in the definition. To move a claim to another Composition, set its spec.compositionRef.',
  byHand: [
    'kubectl --context MANAGEMENT get compositions.apiextensions.crossplane.io',
    "kubectl --context MANAGEMENT get compositeresourcedefinitions.apiextensions.crossplane.io NAME -o jsonpath='{.spec.defaultCompositionRef}'",
    "kubectl --context MANAGEMENT -n NAMESPACE get openstackclusters.c5c3.io NAME -o jsonpath='{.spec.compositionRef.name}'",
  ],
  modes: ['F06'],
  about: [DEFINITION],
  beside: [COMPOSITION, ...CLAIM_KINDS, ...COMPOSITES],
  *run(context) {
    for (const definition of context.of(DEFINITION)) {
      if (['default', 'enforced'].some((prefix) => textAt(definition.object, `spec.${prefix}CompositionRef.name`)))
        continue
      const type = definitionName(
        textAt(definition.object, 'spec.group') ?? '',
        textAt(definition.object, 'spec.names.kind') ?? '',
      )
      const compatible = context
        .of(COMPOSITION)
        .filter(
          (composition) => composition.cluster.label === definition.cluster.label && composedType(composition) === type,
        )
      const users = [...CLAIM_KINDS, ...COMPOSITES]
        .flatMap((kind) => context.into(definition, kind))
        .filter(isUndecided)
      if (compatible.length < 2 || users.length === 0) continue
      yield {
        mode: 'F06',
        subject: definition,
        message: `${compatible.length} Compositions match (${compatible.map(({ name }) => name).join(', ')}), there is no default, and ${namesOf(users)} selects none`,
        evidence: [
          fieldProof(definition, 'spec.defaultCompositionRef.name'),
          ...users.flatMap((user) => [
            fieldProof(user, 'spec.compositionSelector'),
            fieldProof(user, pathOf(user, 'compositionRef.name')),
          ]),
        ],
        next: [
          kubectl(definition, 'get', 'compositions.apiextensions.crossplane.io', '--show-labels'),
          getYaml(definition),
        ],
        affects: users,
        standsAlone: true,
      }
    }
  },
}

function composedType({ object }: GraphNode): string {
  const [apiVersion, kind] = [
    textAt(object, 'spec.compositeTypeRef.apiVersion'),
    textAt(object, 'spec.compositeTypeRef.kind'),
  ]
  return definitionName(groupOf(apiVersion ?? ''), kind ?? '')
}

/** A composite with a claim takes the Composition from its claim. */
function isUndecided(user: GraphNode): boolean {
  if (isDeleted(user) || fieldAt(user.object, 'spec.claimRef') !== undefined) return false
  const paths = ['compositionSelector', 'compositionRevisionSelector'].map((name) => pathOf(user, name))
  return paths.every((path) => fieldAt(user.object, path) === undefined) && !isChosen(user)
}

/** A manager other than Crossplane set compositionRef. */
function isChosen(user: GraphNode): boolean {
  const path = pathOf(user, 'compositionRef').split('.')
  const managers = user.object ? managersOf(user.object) : []
  return managers.some(
    (manager) => owns(manager, path) && !/^(crossplane$|apiextensions\.crossplane\.io\/)/.test(manager.manager),
  )
}

/** Crossplane v2 moved its own fields to spec.crossplane. */
const pathOf = ({ object }: GraphNode, field: string): string =>
  fieldAt(object, 'spec.crossplane') === undefined ? `spec.${field}` : `spec.crossplane.${field}`

const namesOf = (nodes: readonly GraphNode[]) =>
  nodes.length === 1 ? `${nodes[0]?.kind} ${nodes[0]?.name}` : `none of ${nodes.length} claims`

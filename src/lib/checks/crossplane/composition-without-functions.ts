// SPDX-License-Identifier: Apache-2.0
import type { Check, CheckContext } from '../../model/check/check.ts'
import { fieldProof } from '../../model/check/evidence.ts'
import { getYaml } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { listAt, textAt } from '../../model/object/fields.ts'
import { CLAIM_KINDS, COMPOSITES, conditionEvidence, isComposite, syncFailure } from '../shared/crossplane.ts'

const COMPOSITION = 'Composition.apiextensions.crossplane.io'

export const compositionWithoutFunctions: Check = {
  id: 'composition-without-functions',
  category: 'crossplane',
  severity: 'error',
  title: 'Composition is not compatible with Crossplane 2',
  why: 'Crossplane 2 supports only Compositions in Pipeline mode. One that lists resources and patches stops working with the upgrade: what it composed is no longer reconciled, and new claims get nothing.',
  fix: 'Convert it to a pipeline with function-patch-and-transform (crossplane beta convert pipeline-composition does most of it), or go back to a release before 2.0 until that is done.',
  byHand: [
    "kubectl --context MANAGEMENT -n crossplane-system get deployment crossplane -o jsonpath='{.spec.template.spec.containers[0].image}'",
    "kubectl --context MANAGEMENT get compositions.apiextensions.crossplane.io NAME -o jsonpath='{.spec.mode}'",
  ],
  modes: ['F09'],
  about: [COMPOSITION],
  beside: ['Deployment.apps', ...COMPOSITES, ...CLAIM_KINDS],
  *run(context) {
    for (const composition of context.of(COMPOSITION)) {
      if (
        textAt(composition.object, 'spec.mode') === 'Pipeline' ||
        listAt(composition.object, 'spec.pipeline').length > 0
      )
        continue
      const crossplane = crossplaneOf(context, composition)
      if (!crossplane) continue
      const users = [...COMPOSITES, ...CLAIM_KINDS]
        .flatMap((kind) => context.into(composition, kind))
        .filter(isComposite)
      yield {
        mode: 'F09',
        subject: composition,
        message: `lists resources and patches, which Crossplane ${crossplane.version} does not support`,
        evidence: [
          fieldProof(composition, 'spec.mode'),
          fieldProof(composition, 'spec.pipeline'),
          { on: crossplane.deployment, path: 'spec.template.spec.containers.image', value: crossplane.image },
          ...conditionEvidence(users.filter(syncFailure), 'Synced'),
        ],
        next: [getYaml(composition)],
        affects: users,
        standsAlone: true,
      }
    }
  },
}

/** The Crossplane deployment of the Composition's cluster, if it is version 2 or later. */
function crossplaneOf(context: CheckContext, { cluster }: GraphNode) {
  for (const deployment of context.of('Deployment.apps')) {
    if (deployment.cluster !== cluster) continue
    for (const container of listAt(deployment.object, 'spec.template.spec.containers')) {
      const image = textAt(container, 'image') ?? ''
      const [, version, major] = /(?:^|\/)crossplane:(v?(\d+)\.\d+(?:\.\d+)?)/.exec(image) ?? []
      if (version && Number(major) >= 2) return { deployment, image, version }
    }
  }
  return undefined
}

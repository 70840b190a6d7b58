// SPDX-License-Identifier: Apache-2.0

import { goneVersion } from '../../kinds/flux/failures.ts'
import type { Check } from '../../model/check/check.ts'
import { fieldProof } from '../../model/check/evidence.ts'
import { getYaml } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { textAt } from '../../model/object/fields.ts'
import { ageInSeconds, conditionEvidence, OBJECTS } from '../shared/crossplane.ts'

/** A new cluster has its operators installed within this time. */
const INSTALL_TIME = 10 * 60_000

export const composedVersionGone: Check = {
  id: 'composed-version-gone',
  category: 'crossplane',
  severity: 'error',
  title: 'Composition uses an API version that the cluster does not serve',
  why: 'The operator in the other cluster dropped an old version of its API, or is not installed there. None of these objects is created or observed; objects of other kinds are.',
  fix: 'Change apiVersion of the manifest in the Composition to a served one; if none is served, install the operator first.',
  byHand: [
    'kubectl --context MANAGEMENT describe objects.kubernetes.crossplane.io NAME',
    'kubectl --context CLUSTER api-resources --api-group GROUP',
  ],
  modes: ['F24'],
  about: OBJECTS,
  *run(context) {
    const objects = OBJECTS.flatMap((kind) => context.of(kind)).filter(
      (object) => typeOf(object) !== undefined && ageInSeconds(object, context.now) > INSTALL_TIME,
    )
    const byType = Map.groupBy(objects, (object) => `${configOf(object)} ${typeOf(object)}`)
    for (const [first, ...others] of byType.values()) {
      const missing = first && goneVersion(first, 'Synced')
      if (!first || !missing) continue
      yield {
        mode: 'F24',
        subject: first,
        message: `the cluster of ProviderConfig ${configOf(first)} does not serve ${missing.kind} of ${missing.version}`,
        evidence: [
          ...conditionEvidence([first, ...others], 'Synced'),
          fieldProof(first, 'spec.forProvider.manifest.apiVersion'),
          fieldProof(first, 'spec.providerConfigRef.name'),
        ],
        next: [getYaml(first)],
        affects: others,
      }
    }
  },
}

/** The type that is not served. Built-in kinds are always served: for them the message is about access. */
function typeOf(object: GraphNode): string | undefined {
  const missing = goneVersion(object, 'Synced')
  return missing?.version.includes('/') ? `${missing.kind} ${missing.version}` : undefined
}

const configOf = ({ object }: GraphNode) => textAt(object, 'spec.providerConfigRef.name') ?? 'default'

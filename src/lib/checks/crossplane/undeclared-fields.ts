// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../../model/check/check.ts'
import { conditionProof } from '../../model/check/evidence.ts'
import { getYaml, kubectl } from '../../model/check/next-step.ts'
import { textAt } from '../../model/object/fields.ts'
import { OBJECTS, rendersKind, syncFailure } from '../shared/crossplane.ts'

export const undeclaredFields: Check = {
  id: 'undeclared-fields',
  category: 'crossplane',
  severity: 'error',
  title: 'Composition does not match the installed CRD',
  why: 'The cluster rejects the object because its CRD does not declare fields that the Composition writes. The specification, the documentation and the released operator describe a ControlPlane in incompatible ways: the object is not created, and the claim is blocked indefinitely.',
  fix: 'Align the Composition with the operator: write only what the installed CRD declares, or install the operator release whose CRD declares these fields.',
  byHand: [
    'kubectl --context MANAGEMENT describe objects.kubernetes.crossplane.io NAME',
    'kubectl --context CONTROL-PLANE explain controlplanes.c5c3.io.spec',
  ],
  modes: ['F127'],
  about: OBJECTS,
  *run(context) {
    for (const object of OBJECTS.flatMap((kind) => context.of(kind))) {
      const message = syncFailure(object)?.message ?? ''
      const fields = [...message.matchAll(/(\.[\w.[\]"=-]+): field not declared in schema/g)].map(
        ([, path]) => path ?? '',
      )
      if (fields.length === 0) continue
      const kind = textAt(object.object, 'spec.forProvider.manifest.kind') ?? 'object'
      yield {
        mode: 'F127',
        subject: object,
        message: `the ${kind} it writes is rejected: the cluster's CRD does not declare ${fields.join(', ')}`,
        evidence: [
          conditionProof(object, 'Synced'),
          { on: object, path: 'spec.forProvider.manifest.apiVersion', value: typeOf(object.object) },
        ],
        next: [
          getYaml(object),
          ...(rendersKind(object, 'c5c3.io', 'ControlPlane')
            ? [kubectl({ cluster: object.cluster }, 'get', 'compositions.apiextensions.crossplane.io')]
            : []),
        ],
      }
    }
  },
}

const typeOf = (object: unknown) =>
  `${textAt(object, 'spec.forProvider.manifest.apiVersion')} ${textAt(object, 'spec.forProvider.manifest.kind')}`

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
  title: 'A Composition speaks another dialect than the installed operator',
  why: 'The cluster refuses the object because its CRD does not know fields that the Composition writes. The seeds, the documents and the released operator write a ControlPlane in ways that do not fit together: none of it is created, and the claim waits for ever.',
  fix: 'Bring the Composition and the release of the operator together: write what the installed CRD declares, or install the release whose CRD declares what you write.',
  byHand: [
    'kubectl describe objects.kubernetes.crossplane.io NAME',
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
        message: `the ${kind} it writes is refused: the cluster's CRD does not declare ${fields.join(', ')}`,
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

// SPDX-License-Identifier: Apache-2.0
import type { Check, FindingEvidence } from '../../model/check/check.ts'
import { conditionProof } from '../../model/check/evidence.ts'
import { getYaml } from '../../model/check/next-step.ts'
import { entriesAt, fieldAt } from '../../model/object/fields.ts'
import { firstLine, manifestOf, OBJECTS, syncFailure } from '../shared/crossplane.ts'

/** API server errors for a string where a number is expected. */
const TYPE_ERROR =
  /Invalid value: "string"|must be of type (integer|number)|expected numeric \(int or float\), got string|cannot unmarshal string into Go .* of type u?int/

export const wrongType: Check = {
  id: 'wrong-type',
  category: 'crossplane',
  severity: 'error',
  title: 'Wrong field type (string instead of integer)',
  why: 'A map transform of the Composition has quoted values, so that it writes replicas: "3" instead of replicas: 3. A typed CRD rejects the whole object; an untyped one passes the string to an operator that expects a number.',
  fix: 'Remove the quotes from the values of the map transform, or add a convert transform to int.',
  byHand: [
    "kubectl --context MANAGEMENT get objects.kubernetes.crossplane.io NAME -o jsonpath='{.spec.forProvider.manifest.spec}'",
    'kubectl --context MANAGEMENT get compositions.apiextensions.crossplane.io NAME -o yaml',
  ],
  modes: ['F10'],
  about: OBJECTS,
  *run(context) {
    for (const object of OBJECTS.flatMap((kind) => context.of(kind))) {
      const failure = syncFailure(object)
      const isRejected = failure !== undefined && TYPE_ERROR.test(failure.message)
      const texts = [...replicasAsText(fieldAt(manifestOf(object), 'spec'), 'spec.forProvider.manifest.spec')]
      if (!isRejected && texts.length === 0) continue
      yield {
        mode: 'F10',
        subject: object,
        message: isRejected
          ? firstLine(failure.message)
          : `${texts.length} replica counts are strings instead of integers`,
        evidence: [
          ...(isRejected ? [conditionProof(object, 'Synced')] : []),
          ...texts.slice(0, 5).map(([path, value]): FindingEvidence => ({ on: object, path, value: `"${value}"` })),
        ],
        next: [getYaml(object)],
        standsAlone: true,
        ...(isRejected ? {} : { severity: 'warning' as const }),
      }
    }
  },
}

/** Every replicas field below a value that is a quoted number. */
function* replicasAsText(value: unknown, path: string): Iterable<readonly [string, string]> {
  for (const [key, child] of entriesAt({ value }, 'value')) {
    if (key === 'replicas' && typeof child === 'string' && /^\d+$/.test(child)) yield [`${path}.${key}`, child]
    else yield* replicasAsText(child, `${path}.${key}`)
  }
}

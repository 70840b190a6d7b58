// SPDX-License-Identifier: Apache-2.0
import type { Check, FindingEvidence } from '../../model/check/check.ts'
import { conditionProof } from '../../model/check/evidence.ts'
import { getYaml } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { entriesAt, fieldAt, textAt, textsAt } from '../../model/object/fields.ts'
import { firstLine, isDeleted, manifestOf, OBJECTS, syncFailure } from '../shared/crossplane.ts'

/** Another field manager owns the field. */
const CONFLICT = /Apply failed with \d+ conflicts?|conflict with "/i

export const drift: Check = {
  id: 'drift',
  category: 'crossplane',
  severity: 'warning',
  title: 'Drift from the desired state',
  why: 'The remote object was changed by hand, and Crossplane does not revert it: it may only observe, or another field manager owns the field. The next change through the claim overwrites one of the two.',
  fix: 'Decide which value is correct. Revert the remote object, or make the change in the claim or the Composition; then let Crossplane update it (Update in spec.managementPolicies).',
  byHand: [
    "kubectl --context MANAGEMENT get objects.kubernetes.crossplane.io NAME -o jsonpath='{.spec.forProvider.manifest.spec}'",
    "kubectl --context MANAGEMENT get objects.kubernetes.crossplane.io NAME -o jsonpath='{.status.atProvider.manifest.spec}'",
  ],
  modes: ['F19'],
  about: OBJECTS,
  *run(context) {
    for (const object of OBJECTS.flatMap((kind) => context.of(kind))) {
      const failure = syncFailure(object)
      const isConflict = failure !== undefined && CONFLICT.test(failure.message)
      // Crossplane reverts differences in fields it may write at its next reconcile, so those are short-lived.
      if (isDeleted(object) || (!isConflict && mayUpdate(object))) continue
      const [desired, actual] = [
        fieldAt(manifestOf(object), 'spec'),
        fieldAt(object.object, 'status.atProvider.manifest.spec'),
      ]
      const different = desired === undefined || actual === undefined ? [] : [...differences(desired, actual, 'spec')]
      if (different.length === 0 && !isConflict) continue
      yield {
        mode: 'F19',
        subject: object,
        message: isConflict
          ? firstLine(failure.message)
          : `${nameOf(object)} was changed: ${different.map(describeDifference).join(', ')}`,
        evidence: [
          ...(isConflict
            ? [conditionProof(object, 'Synced')]
            : [{ on: object, path: 'spec.managementPolicies', value: policiesOf(object) }]),
          ...different.slice(0, 5).flatMap(({ path, desired, actual }): FindingEvidence[] => [
            { on: object, path: `spec.forProvider.manifest.${path}`, value: formatValue(desired) },
            { on: object, path: `status.atProvider.manifest.${path}`, value: formatValue(actual) },
          ]),
        ],
        next: [getYaml(object)],
        standsAlone: true,
      }
    }
  },
}

interface Difference {
  readonly path: string
  readonly desired: unknown
  readonly actual: unknown
}

/** Every field of the manifest whose actual value differs. Fields that only the remote object has are ignored. */
function* differences(desired: unknown, actual: unknown, path: string): Iterable<Difference> {
  if (typeof desired === 'object' && desired !== null && !Array.isArray(desired)) {
    for (const [key, value] of entriesAt({ desired }, 'desired')) {
      const remote =
        typeof actual === 'object' && actual !== null ? (actual as Record<string, unknown>)[key] : undefined
      yield* differences(value, remote, `${path}.${key}`)
    }
  } else if (Array.isArray(desired) && Array.isArray(actual) && desired.length === actual.length) {
    for (const [i, value] of desired.entries()) yield* differences(value, actual[i], `${path}[${i}]`)
  } else if (!isSame(desired, actual)) yield { path, desired, actual }
}

/** The API server omits empty, false and zero values. */
const isSame = (desired: unknown, actual: unknown) =>
  String(desired) === String(actual) || (actual === undefined && (!desired || desired === null || isEmpty(desired)))

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0

function mayUpdate({ object }: GraphNode): boolean {
  const policies = textsAt(object, 'spec.managementPolicies')
  const legacyPolicy = textAt(object, 'spec.managementPolicy')
  if (legacyPolicy !== undefined) return legacyPolicy === 'Default'
  return policies.length === 0 || policies.includes('*') || policies.includes('Update')
}

const policiesOf = ({ object }: GraphNode) =>
  textAt(object, 'spec.managementPolicy') ?? textsAt(object, 'spec.managementPolicies').join(', ')

const nameOf = (object: GraphNode) =>
  `${textAt(manifestOf(object), 'kind')} ${textAt(manifestOf(object), 'metadata.name')}`

const describeDifference = ({ path, desired, actual }: Difference) =>
  `${path} is ${formatValue(actual)}, not ${formatValue(desired)}`

const formatValue = (value: unknown) =>
  value === undefined ? 'absent' : typeof value === 'object' && value !== null ? 'a different value' : String(value)

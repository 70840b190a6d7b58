// SPDX-License-Identifier: Apache-2.0
import type { Check, FindingEvidence } from '../../model/check/check.ts'
import { conditionProof } from '../../model/check/evidence.ts'
import { getYaml } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { entriesAt, fieldAt, textAt, textsAt } from '../../model/object/fields.ts'
import { firstLine, isDeleted, manifestOf, OBJECTS, syncFailure } from '../shared/crossplane.ts'

/** Another owner of the field holds on to it. */
const CONFLICT = /Apply failed with \d+ conflicts?|conflict with "/i

export const drift: Check = {
  id: 'drift',
  category: 'crossplane',
  severity: 'warning',
  title: 'What runs is not what Crossplane was told to write',
  why: 'Somebody changed the remote object by hand, and Crossplane does not put it back: it may only look, or another owner holds on to the field. The next change through the claim surprises one of the two.',
  fix: 'Decide which is right. Put the remote object back, or carry the change into the claim or the Composition; then let Crossplane write again (spec.managementPolicies with Update).',
  byHand: [
    "kubectl get objects.kubernetes.crossplane.io NAME -o jsonpath='{.spec.forProvider.manifest.spec}'",
    "kubectl get objects.kubernetes.crossplane.io NAME -o jsonpath='{.status.atProvider.manifest.spec}'",
  ],
  modes: ['F19'],
  about: OBJECTS,
  *run(sight) {
    for (const object of OBJECTS.flatMap((kind) => sight.of(kind))) {
      const failure = syncFailure(object)
      const isConflict = failure !== undefined && CONFLICT.test(failure.message)
      // What it may write it puts back at its next look, so a difference there is only a matter of minutes.
      if (isDeleted(object) || (!isConflict && mayUpdate(object))) continue
      const [wanted, has] = [
        fieldAt(manifestOf(object), 'spec'),
        fieldAt(object.object, 'status.atProvider.manifest.spec'),
      ]
      const different = wanted === undefined || has === undefined ? [] : [...differences(wanted, has, 'spec')]
      if (different.length === 0 && !isConflict) continue
      yield {
        mode: 'F19',
        subject: object,
        message: isConflict
          ? firstLine(failure.message)
          : `${nameOf(object)} was changed: ${different.map(wordsOf).join(', ')}`,
        evidence: [
          ...(isConflict
            ? [conditionProof(object, 'Synced')]
            : [{ on: object, path: 'spec.managementPolicies', value: policiesOf(object) }]),
          ...different.slice(0, 5).flatMap(({ path, wanted: asked, has: is }): FindingEvidence[] => [
            { on: object, path: `spec.forProvider.manifest.${path}`, value: shown(asked) },
            { on: object, path: `status.atProvider.manifest.${path}`, value: shown(is) },
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
  readonly wanted: unknown
  readonly has: unknown
}

/** Every field that is asked for and is another there. What the other side adds is its own business. */
function* differences(wanted: unknown, has: unknown, path: string): Iterable<Difference> {
  if (typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted)) {
    for (const [key, value] of entriesAt({ wanted }, 'wanted')) {
      const there = typeof has === 'object' && has !== null ? (has as Record<string, unknown>)[key] : undefined
      yield* differences(value, there, `${path}.${key}`)
    }
  } else if (Array.isArray(wanted) && Array.isArray(has) && wanted.length === has.length) {
    for (const [i, value] of wanted.entries()) yield* differences(value, has[i], `${path}[${i}]`)
  } else if (!isSame(wanted, has)) yield { path, wanted, has }
}

/** An API server leaves out what is empty, false or zero. */
const isSame = (wanted: unknown, has: unknown) =>
  String(wanted) === String(has) || (has === undefined && (!wanted || wanted === null || isEmpty(wanted)))

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0

function mayUpdate({ object }: GraphNode): boolean {
  const policies = textsAt(object, 'spec.managementPolicies')
  const old = textAt(object, 'spec.managementPolicy')
  if (old !== undefined) return old === 'Default'
  return policies.length === 0 || policies.includes('*') || policies.includes('Update')
}

const policiesOf = ({ object }: GraphNode) =>
  textAt(object, 'spec.managementPolicy') ?? textsAt(object, 'spec.managementPolicies').join(', ')

const nameOf = (object: GraphNode) =>
  `${textAt(manifestOf(object), 'kind')} ${textAt(manifestOf(object), 'metadata.name')}`

const wordsOf = ({ path, wanted, has }: Difference) => `${path} is ${shown(has)}, not ${shown(wanted)}`

const shown = (value: unknown) =>
  value === undefined ? 'absent' : typeof value === 'object' && value !== null ? 'another one' : String(value)

// SPDX-License-Identifier: Apache-2.0

import { aggregateTarget } from '../../kinds/c5c3-operator/aggregate-target.ts'
import { pushedFingerprint } from '../../kinds/external-secrets/pushed-values.ts'
import { EXTERNAL_SECRET } from '../../kinds/external-secrets/sync.ts'
import { isYoungerThan } from '../../model/check/age.ts'
import type { Check, CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { conditionOf, conditionProof, missingEvidence, withoutDate } from '../../model/check/evidence.ts'
import { getYaml } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { fieldAt, listAt, textAt } from '../../model/object/fields.ts'

const AGGREGATE = 'SecretAggregate.c5c3.io'

export const aggregateIncomplete: Check = {
  id: 'aggregate-incomplete',
  category: 'secrets',
  severity: 'error',
  title: 'Aggregated Secret is incomplete or out of date',
  why: 'A SecretAggregate copies keys of other Secrets into one. A source or one of its keys is missing, or a source has changed since: services that use the aggregate start with a part missing or log in with an old value.',
  fix: 'Create the source Secret or the key, or correct the name in spec.sources. The released operator has no controller for this kind: create the target in another way.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get secretaggregates.c5c3.io NAME -o yaml',
    'kubectl --context CONTEXT -n NAMESPACE get secrets',
  ],
  modes: ['F121'],
  about: [AGGREGATE],
  beside: ['Secret', EXTERNAL_SECRET],
  *run(context) {
    for (const aggregate of context.of(AGGREGATE)) {
      if (isYoungerThan(aggregate, 5, context.now) || aggregate.object?.metadata.deletionTimestamp) continue
      const problems = listAt(aggregate.object, 'spec.sources').flatMap((source) =>
        findProblems(context, aggregate, source),
      )
      const [first] = problems
      if (!first) continue
      yield {
        mode: 'F121',
        subject: aggregate,
        message: problems.map(({ text }) => text).join('; '),
        evidence: [
          ...problems.map(({ evidence }) => evidence),
          ...(conditionOf(aggregate, 'Ready')
            ? [
                conditionOf(aggregate, 'Ready')?.status === 'True'
                  ? withoutDate(conditionProof(aggregate, 'Ready'))
                  : conditionProof(aggregate, 'Ready'),
              ]
            : []),
        ],
        next: [getYaml(aggregate)],
      }
    }
  },
}

interface SourceProblem {
  readonly text: string
  readonly evidence: FindingEvidence
}

function findProblems(context: CheckContext, aggregate: GraphNode, source: unknown): readonly SourceProblem[] {
  const name = textAt(source, 'secretRef.name') ?? textAt(source, 'secretRef')
  const secret = context.out(aggregate, 'Secret').find((one) => one.name === name)
  if (!name || !secret || secret.source === 'unseen') return []
  if (!secret.object) return [{ text: `Secret ${name} does not exist`, evidence: missingEvidence(secret) }]
  const target = context.out(aggregate, 'Secret').find((one) => one.name === aggregateTarget(aggregate.object))
  return keysOf(source).flatMap(({ from, to }): SourceProblem[] => {
    const [sourceFingerprint, copiedFingerprint] = [
      pushedFingerprint(secret, from),
      target && pushedFingerprint(target, to),
    ]
    const path = `data[${from}]`
    if (sourceFingerprint === undefined)
      return [{ text: `Secret ${name} has no key ${from}`, evidence: { on: secret, path, value: 'absent' } }]
    if (!target?.object || copiedFingerprint === undefined || copiedFingerprint === sourceFingerprint) return []
    const value = `differs from ${path} of Secret ${name}`
    return [
      {
        text: `${to} of Secret ${target.name} differs from the current value in Secret ${name}`,
        evidence: { on: target, path: `data[${to}]`, value },
      },
    ]
  })
}

/** A key is a string, or a pair of sourceKey and targetKey. */
function keysOf(source: unknown): readonly { readonly from: string; readonly to: string }[] {
  const keys = fieldAt(source, 'keys')
  if (!Array.isArray(keys)) return []
  return keys.flatMap((key: unknown) => {
    if (typeof key === 'string') return [{ from: key, to: key }]
    const from = textAt(key, 'sourceKey')
    return from ? [{ from, to: textAt(key, 'targetKey') ?? from }] : []
  })
}

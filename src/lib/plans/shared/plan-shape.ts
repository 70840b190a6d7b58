// SPDX-License-Identifier: Apache-2.0
// A plan file may have been edited: check the type of each field before use.

import {
  isCount,
  isEither,
  isFlag,
  isOptional,
  isText,
  listOf,
  mapOf,
  oneOf,
  recordOf,
  type ValueTest,
} from '../../model/object/value-shape.ts'
import {
  ACTIONS,
  type CopiedValue,
  type FieldChange,
  type JobStart,
  type ObjectAt,
  type PlanCluster,
  type PlanStep,
  type Reason,
  type Seen,
  type TestChoice,
} from '../../model/plan/plan.ts'

const anyValue: ValueTest = () => true

export const isPlanCluster = recordOf<PlanCluster>({
  name: isText,
  uid: isText,
  server: isOptional(isText),
  origin: isOptional(isText),
  ca: isOptional(listOf(isText)),
  user: isOptional(isText),
  person: isOptional(isText),
})

const objectAt = recordOf<ObjectAt>({
  cluster: isText,
  group: isText,
  version: isText,
  kind: isText,
  plural: isText,
  namespace: isOptional(isText),
  name: isText,
})

const copiedValue = recordOf<CopiedValue>({
  key: isText,
  from: recordOf<CopiedValue['from']>({ cluster: isText, namespace: isText, name: isText, uid: isText, key: isText }),
  fingerprint: isText,
})

const tests = recordOf<TestChoice>({
  container: isText,
  by: isEither(oneOf(['arguments']), recordOf<{ variable: string }>({ variable: isText })),
  regex: isOptional(isText),
})

const jobStart = recordOf<JobStart>({
  template: objectAt,
  uid: isText,
  path: isText,
  fingerprint: isText,
  run: isText,
  parallel: isFlag,
  tests: isOptional(tests),
})

export const isStep = recordOf<PlanStep>({
  id: isText,
  action: oneOf(ACTIONS),
  target: objectAt,
  about: isText,
  seen: isOptional(recordOf<Seen>({ uid: isText, resourceVersion: isText, generation: isOptional(isCount) })),
  manifest: mapOf(anyValue),
  stamps: mapOf(oneOf(['time', 'user'])),
  values: listOf(copiedValue),
  changes: listOf(recordOf<FieldChange>({ path: isText, from: isOptional(isText), to: isOptional(isText) })),
  reasons: listOf(recordOf<Reason>({ text: isText, hint: isOptional(isText) })),
  notes: listOf(isText),
  losers: isOptional(listOf(isText)),
  after: isOptional(isText),
  acknowledged: isOptional(oneOf(['synced', 'available', 'started'])),
  mayBeAbsent: isOptional((value) => value === true),
  expects: isOptional(recordOf<NonNullable<PlanStep['expects']>>({ secret: objectAt, values: listOf(copiedValue) })),
  starts: isOptional(jobStart),
})

// SPDX-License-Identifier: Apache-2.0
// A plan file may have been edited: each field has its type before it is used.

import {
  either,
  isCount,
  isFlag,
  isText,
  listOf,
  mapOf,
  oneOf,
  optional,
  recordOf,
  type Shape,
} from '../../model/object/value-shape.ts'
import {
  ACTIONS,
  type Change,
  type CopiedValue,
  type JobStart,
  type ObjectAt,
  type PlanCluster,
  type Reason,
  type Seen,
  type Step,
  type TestChoice,
} from '../../model/plan/plan.ts'

const anything: Shape = () => true

export const isPlanCluster = recordOf<PlanCluster>({
  name: isText,
  uid: isText,
  server: optional(isText),
  origin: optional(isText),
  ca: optional(listOf(isText)),
  user: optional(isText),
  person: optional(isText),
})

const objectAt = recordOf<ObjectAt>({
  cluster: isText,
  group: isText,
  version: isText,
  kind: isText,
  plural: isText,
  namespace: optional(isText),
  name: isText,
})

const copiedValue = recordOf<CopiedValue>({
  key: isText,
  from: recordOf<CopiedValue['from']>({ cluster: isText, namespace: isText, name: isText, uid: isText, key: isText }),
  fingerprint: isText,
})

const tests = recordOf<TestChoice>({
  container: isText,
  by: either(oneOf(['arguments']), recordOf<{ variable: string }>({ variable: isText })),
  regex: optional(isText),
})

const jobStart = recordOf<JobStart>({
  template: objectAt,
  uid: isText,
  path: isText,
  fingerprint: isText,
  run: isText,
  parallel: isFlag,
  tests: optional(tests),
})

export const isStep = recordOf<Step>({
  id: isText,
  action: oneOf(ACTIONS),
  target: objectAt,
  about: isText,
  seen: optional(recordOf<Seen>({ uid: isText, resourceVersion: isText, generation: optional(isCount) })),
  manifest: mapOf(anything),
  stamps: mapOf(oneOf(['time', 'user'])),
  values: listOf(copiedValue),
  changes: listOf(recordOf<Change>({ path: isText, from: optional(isText), to: optional(isText) })),
  reasons: listOf(recordOf<Reason>({ text: isText, hint: optional(isText) })),
  notes: listOf(isText),
  losers: optional(listOf(isText)),
  after: optional(isText),
  acknowledged: optional(oneOf(['synced', 'available', 'started'])),
  expects: optional(recordOf<NonNullable<Step['expects']>>({ secret: objectAt, values: listOf(copiedValue) })),
  starts: optional(jobStart),
})

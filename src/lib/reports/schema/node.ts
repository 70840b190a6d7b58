// SPDX-License-Identifier: Apache-2.0
import type { NodeReport } from '../shared/object-row.ts'
import type { UnreachableCluster } from '../shared/unreachable.ts'
import { define, type Fields, listSchema, objectSchema, optionalField, text } from './describe.ts'
import { SOURCE_SCHEMA, STATE, STATUS } from './words.ts'

export const NODE_FIELDS: Fields<NodeReport> = {
  cluster: text('The cluster it lives in.'),
  role: text('The first role of that cluster.'),
  apiVersion: text('Its own apiVersion.'),
  kind: text('Its own kind.'),
  namespace: optionalField(text('Left out for objects of the whole cluster.')),
  name: text('Its name.'),
  state: STATE,
  own: STATE,
  status: STATUS,
  blockedBy: optionalField(text('Kind/namespace/name@cluster of the root cause, if that is another object.')),
  reason: optionalField(text('One word: a condition’s reason, a phase, or ours.')),
  message: optionalField(text('The object’s own words.')),
  source: SOURCE_SCHEMA,
  age: optionalField(text('Since it was created, as kubectl writes ages.')),
  since: optionalField(text('When this state began, RFC 3339, if the object says so.')),
  sinceAge: optionalField(text('How long ago that was.')),
  notes: optionalField(listSchema(text('Something to know that does not change the state.'))),
  waitsFor: optionalField(
    text('Kind/namespace/name@cluster of what explains that it is not well, when that is not itself.'),
  ),
  lastChange: optionalField(text('Of a copy: the newest time in its status, RFC 3339; it was taken then or later.')),
}

export const NODE = define(
  'Node',
  objectSchema<NodeReport>(NODE_FIELDS, 'One object. state is with all it stands on, own is by itself.'),
)

export const UNREACHABLE_SCHEMA = define(
  'UnreachableCluster',
  objectSchema<UnreachableCluster>(
    {
      cluster: text('The cluster of which nothing could be read.'),
      reason: text('Why, as in "CLUSTER is …".'),
    },
    'The cluster is the cause: nothing is known of the object in it.',
  ),
)

// SPDX-License-Identifier: Apache-2.0
import type { NodeReport } from '../shared/object-row.ts'
import { arrayOf, define, type Fields, objectOf, optional, text } from './describe.ts'
import { SOURCE_SCHEMA, STATE } from './words.ts'

export const NODE_FIELDS: Fields<NodeReport> = {
  cluster: text('The cluster it lives in.'),
  role: text('The first role of that cluster.'),
  apiVersion: text('Its own apiVersion.'),
  kind: text('Its own kind.'),
  namespace: optional(text('Left out for objects of the whole cluster.')),
  name: text('Its name.'),
  state: STATE,
  own: STATE,
  reason: optional(text('One word: a condition’s reason, a phase, or ours.')),
  message: optional(text('The object’s own words.')),
  source: SOURCE_SCHEMA,
  age: optional(text('Since it was created, as kubectl writes ages.')),
  since: optional(text('When this state began, RFC 3339, if the object says so.')),
  sinceAge: optional(text('How long ago that was.')),
  notes: optional(arrayOf(text('Something to know that does not change the state.'))),
  waitsFor: optional(
    text('Kind/namespace/name@cluster of what explains that it is not well, when that is not itself.'),
  ),
  lastChange: optional(text('Of a copy: the newest time in its status, RFC 3339; it was taken then or later.')),
}

export const NODE = define(
  'Node',
  objectOf<NodeReport>(NODE_FIELDS, 'One object. state is with all it stands on, own is by itself.'),
)

// SPDX-License-Identifier: Apache-2.0

import { NEXT, ROW_FINDING } from '../check/schema.ts'
import { count, type Fields, flag, listSchema, objectSchema, only, optionalField, text } from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import { NODE_FIELDS } from '../schema/node.ts'
import type { GitopsFacts } from './facts.ts'
import type { GitopsOwnerReport, OwnedSubject, OwnerStep } from './owner.ts'
import type { GitopsReport, GitopsRow } from './report.ts'

const FACTS: Fields<GitopsFacts> = {
  revision: optionalField(text('The revision or chart version in use; of a source, what it fetched last.')),
  offered: optionalField(text('What its source has, where that is another one.')),
  from: optionalField(text('Kind/namespace/name@cluster of what it takes its manifests from.')),
  path: optionalField(text('The folder in its source, or the chart.')),
  url: optionalField(text('Of a source: its address.')),
  into: optionalField(text('The cluster it applies to; left out of sources, and where nobody can tell.')),
  suspended: optionalField(
    objectSchema<NonNullable<GitopsFacts['suspended']>>(
      {
        since: optionalField(text('When Flux last worked on it, RFC 3339; left out when it never did.')),
        sinceAge: optionalField(text('How long ago that was.')),
      },
      'Somebody told Flux to leave it alone.',
    ),
  ),
}

const ROW = objectSchema<GitopsRow>({
  ...NODE_FIELDS,
  ...FACTS,
  step: count('Where it stands in the order in which Flux gets to it; 1 waits for nothing, 0 is a part of Flux.'),
  after: listSchema(text('Kind/namespace/name@cluster of what must be ready before.')),
  circular: optionalField(only(true)),
  findings: listSchema(ROW_FINDING),
})

export const gitops = report<GitopsReport>(
  'Gitops',
  'what Flux applies, in the order in which it does',
  {
    first: optionalField(text('Kind/namespace/name@cluster of the first that is not well, in that order.')),
    objects: listSchema(ROW, 'Problems first. circular: it waits for itself over others.'),
  },
  { field: 'objects', row: ROW },
)

const STEP = objectSchema<OwnerStep>({
  ...NODE_FIELDS,
  ...FACTS,
  by: text('How the step before is known to come from this one.'),
})

export const gitopsOwner = report<GitopsOwnerReport>('GitopsOwner', 'where an object comes from', {
  subject: objectSchema<OwnedSubject>({
    kind: text('Its kind.'),
    namespace: optionalField(text('Left out for objects of the whole cluster.')),
    name: text('Its name.'),
    cluster: text('The cluster it lives in.'),
  }),
  owned: flag('Something that Flux applies put it there.'),
  repository: optionalField(
    objectSchema<NonNullable<GitopsOwnerReport['repository']>>(
      {
        url: optionalField(text('Its address.')),
        path: optionalField(text('The folder, or the chart.')),
        revision: optionalField(text('What is applied of it.')),
      },
      'Where it is changed.',
    ),
  ),
  chain: listSchema(STEP, 'From what made it up to the Kustomization that nobody applies.'),
  next: listSchema(NEXT),
})

// SPDX-License-Identifier: Apache-2.0

import { NEXT, ROW_FINDING } from '../check/schema.ts'
import { arrayOf, count, type Fields, flag, objectOf, only, optional, text } from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import { NODE_FIELDS } from '../schema/node.ts'
import type { GitopsFacts } from './facts.ts'
import type { GitopsOwnerReport, OwnedSubject, OwnerStep } from './owner.ts'
import type { GitopsReport, GitopsRow } from './report.ts'

const FACTS: Fields<GitopsFacts> = {
  revision: optional(text('The revision or chart version in use; of a source, what it fetched last.')),
  offered: optional(text('What its source has, where that is another one.')),
  from: optional(text('Kind/namespace/name@cluster of what it takes its manifests from.')),
  path: optional(text('The folder in its source, or the chart.')),
  url: optional(text('Of a source: its address.')),
  into: optional(text('The cluster it applies to; left out of sources, and where nobody can tell.')),
  suspended: optional(
    objectOf<NonNullable<GitopsFacts['suspended']>>(
      {
        since: optional(text('When Flux last worked on it, RFC 3339; left out when it never did.')),
        sinceAge: optional(text('How long ago that was.')),
      },
      'Somebody told Flux to leave it alone.',
    ),
  ),
}

const ROW = objectOf<GitopsRow>({
  ...NODE_FIELDS,
  ...FACTS,
  step: count('Where it stands in the order in which Flux gets to it; 1 waits for nothing, 0 is a part of Flux.'),
  after: arrayOf(text('Kind/namespace/name@cluster of what must be ready before.')),
  circular: optional(only(true)),
  findings: arrayOf(ROW_FINDING),
})

export const gitops = report<GitopsReport>(
  'Gitops',
  'what Flux applies, in the order in which it does',
  {
    first: optional(text('Kind/namespace/name@cluster of the first that is not well, in that order.')),
    objects: arrayOf(ROW, 'Problems first. circular: it waits for itself over others.'),
  },
  { field: 'objects', row: ROW },
)

const STEP = objectOf<OwnerStep>({
  ...NODE_FIELDS,
  ...FACTS,
  by: text('How the step before is known to come from this one.'),
})

export const gitopsOwner = report<GitopsOwnerReport>('GitopsOwner', 'where an object comes from', {
  subject: objectOf<OwnedSubject>({
    kind: text('Its kind.'),
    namespace: optional(text('Left out for objects of the whole cluster.')),
    name: text('Its name.'),
    cluster: text('The cluster it lives in.'),
  }),
  owned: flag('Something that Flux applies put it there.'),
  repository: optional(
    objectOf<NonNullable<GitopsOwnerReport['repository']>>(
      {
        url: optional(text('Its address.')),
        path: optional(text('The folder, or the chart.')),
        revision: optional(text('What is applied of it.')),
      },
      'Where it is changed.',
    ),
  ),
  chain: arrayOf(STEP, 'From what made it up to the Kustomization that nobody applies.'),
  next: arrayOf(NEXT),
})

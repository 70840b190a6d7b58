// SPDX-License-Identifier: Apache-2.0
import type { Presentation } from '../../model/report/presentation.ts'
import { objectPlace } from '../shared/object-row.ts'
import type { CauseReport } from './cause-report.ts'
import type { WhyFleetReport } from './fleet-report.ts'
import { whyFleetView } from './fleet-view.ts'
import { whyMarkdown } from './markdown.ts'
import type { WhyReport } from './report.ts'
import { whyView } from './view.ts'

export const whyForms = (isWide: boolean): Presentation<WhyReport> => ({
  view: (report) => whyView(report, { isWide }),
  names: causeNames,
  markdown: whyMarkdown,
})

export const whyFleetForms = (isWide: boolean): Presentation<WhyFleetReport> => ({
  view: (report) => whyFleetView(report, { isWide }),
  names: causeNames,
  markdown: whyMarkdown,
})

/** KIND/NAMESPACE/NAME@CLUSTER of each cause; unreachable clusters are no objects, and are printed as notes. */
const causeNames = ({ causes }: { readonly causes: readonly CauseReport[] }): readonly string[] => [
  ...new Set(causes.filter(({ unreachable }) => !unreachable).map(({ subject }) => objectPlace(subject))),
]

// SPDX-License-Identifier: Apache-2.0

import type { Asked } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { Observation } from '../../pipeline/observe.ts'
import { overviewSubjects } from '../../reports/shared/find-subject.ts'
import { statusForms } from '../../reports/status/formats.ts'
import { type StatusReport, statusReport } from '../../reports/status/report.ts'
import { statusView } from '../../reports/status/view.ts'

/** All OpenStack clusters. */
export function answer(
  { snapshot, assessment, causes, scope }: Observation,
  { flags, format }: Asked<object, { readonly 'sort-by'?: string | undefined }>,
): Answer<StatusReport> {
  const subjects = overviewSubjects(assessment.graph, scope, snapshot)
  const report = statusReport(snapshot, assessment, {
    subjects,
    causes,
    allowIncomplete: flags['allow-incomplete'],
    acceptCached: flags['accept-cached'] ?? false,
    scope,
  })
  // rows that share a line cannot be sorted
  const isWide = format === 'wide' || flags['sort-by'] !== undefined
  const page = async (all: StatusReport) => {
    const { pageOf } = await import('../../reports/html/page.ts')
    const about = { title: 'Status', words: ['status'], takenAt: snapshot.takenAt }
    return pageOf(all, statusView(all), about, { assessment, roots: subjects })
  }
  return {
    report,
    presentation: {
      ...statusForms(snapshot, assessment, subjects),
      view: (one) => statusView(one, isWide),
      page,
    },
  }
}

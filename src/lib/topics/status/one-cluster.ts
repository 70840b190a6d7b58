// SPDX-License-Identifier: Apache-2.0

import type { Asked } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { operands } from '../../model/text/command.ts'
import type { Observation } from '../../pipeline/observe.ts'
import { findSubject } from '../../reports/shared/find-subject.ts'
import { type StatusPageReport, statusPageReport } from '../../reports/status/detail.ts'
import { statusPageView } from '../../reports/status/detail-view.ts'
import { statusForms } from '../../reports/status/formats.ts'

export function answer(
  { snapshot, assessment, causes, kinds, scope }: Observation,
  { args, flags, format }: Asked<{ readonly name: string }>,
): Answer<StatusPageReport> {
  const subject = findSubject(args.name, assessment.graph, kinds, snapshot, scope.namespace)
  const report = statusPageReport(snapshot, assessment, subject, {
    causes,
    allowIncomplete: flags['allow-incomplete'],
    acceptCached: flags['accept-cached'] ?? false,
  })
  const name = scope.namespace === undefined ? { name: args.name } : {}
  const view = (one: StatusPageReport) =>
    statusPageView(one, { ...name, isWide: format === 'wide' || format === 'html' })
  const page = async (one: StatusPageReport) => {
    const { pageOf } = await import('../../reports/html/page.ts')
    const about = { title: 'Status', words: ['status', ...operands(args.name)], takenAt: snapshot.takenAt }
    return pageOf(one, view(one), about, { assessment, roots: [subject] })
  }
  return { report, presentation: { ...statusForms(snapshot, assessment, [subject]), view, page } }
}

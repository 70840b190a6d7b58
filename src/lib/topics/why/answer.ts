// SPDX-License-Identifier: Apache-2.0

import { CHECKS } from '../../checks/index.ts'
import type { Asked, ReadRequest } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { operands } from '../../model/text/command.ts'
import { onDemandInputs } from '../../pipeline/check-inputs.ts'
import type { Observation } from '../../pipeline/observe.ts'
import { findSubject } from '../../reports/shared/find-subject.ts'
import { whyForms } from '../../reports/why/formats.ts'
import { type WhyReport, whyReport } from '../../reports/why/report.ts'
import { whyView } from '../../reports/why/view.ts'

export const reads = (): ReadRequest => ({ also: onDemandInputs(CHECKS) })

/** The root cause of what is wrong with one object. */
export function answer(
  seen: Observation,
  { args, flags, format }: Asked<{ readonly object: string }>,
): Answer<WhyReport> {
  const { snapshot, assessment, kinds, causes } = seen
  const subject = findSubject(args.object, assessment.graph, kinds, snapshot)
  const report = whyReport({ snapshot, assessment, causes, subject, allowIncomplete: flags['allow-incomplete'] })
  const page = async (why: WhyReport) => {
    const { pageOf } = await import('../../reports/html/page.ts')
    const about = { title: 'Why', words: ['why', ...operands(args.object)], takenAt: snapshot.takenAt }
    return pageOf(why, whyView(why, { isPage: true }), about, { assessment, roots: [subject], causes })
  }
  return { report, presentation: { ...whyForms(format === 'wide'), page } }
}

// SPDX-License-Identifier: Apache-2.0
import { CHECKS } from '../../checks/index.ts'
import { KINDS } from '../../kinds/index.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { type ExplainReport, explainReport } from '../../reports/explain/report.ts'
import { explainView } from '../../reports/explain/view.ts'

export const answer = ({ args }: { readonly args: { readonly word: string } }): Answer<ExplainReport> => ({
  report: explainReport(args.word, CHECKS, KINDS),
  presentation: { view: explainView, names: ({ checks }) => checks.map(({ id }) => id) },
})

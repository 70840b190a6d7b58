// SPDX-License-Identifier: Apache-2.0
import { io } from '../../io/io.ts'
import type { Check } from '../../model/check/check.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { type ChecksReport, checksForms, checksReport } from '../../reports/check/list.ts'

export function answer({ checks }: { readonly checks: readonly Check[] }): Answer<ChecksReport> {
  const forms = checksForms(checks)
  const page = async (all: ChecksReport) => {
    const { checksPage } = await import('../../reports/check/html.ts')
    return checksPage(all, forms.view(all), io().now())
  }
  return { report: checksReport(checks), presentation: { ...forms, page } }
}

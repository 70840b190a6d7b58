// SPDX-License-Identifier: Apache-2.0
import { scenarios } from '../../cli/demo/scenarios.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { type DemoReport, demoNames, demoReport, demoView } from '../../reports/demo/report.ts'

export async function answer({ root }: { readonly root: string }): Promise<Answer<DemoReport>> {
  return {
    report: demoReport(await scenarios(root)),
    presentation: { view: demoView, names: demoNames, rows: { field: 'scenarios' } },
  }
}

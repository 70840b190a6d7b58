// SPDX-License-Identifier: Apache-2.0

import type { Asked } from '../../cli/oclif/topic.ts'
import { io } from '../../io/io.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { type TempestCompareReport, tempestCompareReport } from '../../reports/tempest/compare.ts'
import { tempestCompareForms } from '../../reports/tempest/compare-view.ts'
import { sidesOf } from './compare-sides.ts'

export async function answer({
  args,
  flags,
}: Asked<{ readonly a: string; readonly b: string }>): Promise<Answer<TempestCompareReport>> {
  const { cwd, now } = io()
  const report = tempestCompareReport({
    ...(await sidesOf([args.a, args.b], cwd, undefined)),
    clusters: [],
    gaps: [],
    allowIncomplete: flags['allow-incomplete'],
  })
  return { report, presentation: tempestCompareForms(now()) }
}

// SPDX-License-Identifier: Apache-2.0

import type { Asked, CommandContext } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { type ContextsReport, contextsNames, contextsReport, contextsView } from '../../reports/contexts/report.ts'
import { contextRows } from './rows.ts'

export async function answer({ fleet }: CommandContext, { flags }: Asked): Promise<Answer<ContextsReport>> {
  const report = contextsReport({
    ...(fleet.profile ? { profile: fleet.profile.name } : {}),
    clusters: await contextRows(fleet),
    notes: fleet.notes,
    allowIncomplete: flags['allow-incomplete'],
  })
  return { report, presentation: { view: contextsView, names: contextsNames, rows: { field: 'clusters' } } }
}

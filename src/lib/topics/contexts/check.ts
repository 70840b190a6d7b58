// SPDX-License-Identifier: Apache-2.0

import type { Asked, CommandContext } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import {
  type ContextsCheckReport,
  contextsCheckNames,
  contextsCheckReport,
  contextsCheckView,
} from '../../reports/contexts/check.ts'
import { checkRows } from './check-rows.ts'

export async function answer(
  { fleet, progress }: CommandContext,
  { flags }: Asked,
): Promise<Answer<ContextsCheckReport>> {
  const report = contextsCheckReport({
    ...(fleet.profile ? { profile: fleet.profile.name } : {}),
    clusters: await progress.during('permissions', checkRows(fleet, flags.namespace)),
    notes: fleet.notes,
    allowIncomplete: flags['allow-incomplete'],
  })
  return { report, presentation: { view: contextsCheckView, names: contextsCheckNames, rows: { field: 'clusters' } } }
}

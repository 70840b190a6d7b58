// SPDX-License-Identifier: Apache-2.0

import type { Asked, CommandContext } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { type VersionReport, versionNames, versionReport, versionView } from '../../reports/version/report.ts'
import { contextRows } from '../contexts/rows.ts'

export async function answer(
  { fleet }: CommandContext,
  { flags, client }: Asked & { readonly client: VersionReport['client'] },
): Promise<Answer<VersionReport>> {
  const report = versionReport(client, await contextRows(fleet), flags['allow-incomplete'])
  return { report, presentation: { view: versionView, names: versionNames } }
}

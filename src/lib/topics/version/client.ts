// SPDX-License-Identifier: Apache-2.0
import type { Answer } from '../../model/report/presentation.ts'
import { type VersionReport, versionNames, versionReport, versionView } from '../../reports/version/report.ts'

export const answer = ({ client }: { readonly client: VersionReport['client'] }): Answer<VersionReport> => ({
  report: versionReport(client),
  presentation: { view: versionView, names: versionNames },
})

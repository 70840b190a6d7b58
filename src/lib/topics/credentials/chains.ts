// SPDX-License-Identifier: Apache-2.0
import { CREDENTIAL_CHECKS, credentialKinds } from '../../cli/credential-kinds.ts'
import { inspect } from '../../cli/inspect.ts'
import type { Observation } from '../../cli/observe.ts'
import { withTenants } from '../../cli/tenant-kinds.ts'
import type { Asked, Reading } from '../../cli/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { credentialsDiagram } from '../../reports/credentials/diagram.ts'
import { type CredentialsReport, credentialsReport } from '../../reports/credentials/report.ts'
import { credentialsNames, credentialsRows, credentialsView } from '../../reports/credentials/view.ts'

export const reads = ({ flags }: Asked): Reading => ({ only: withTenants(credentialKinds(false), flags) })

/** One chain in full, or all of them with only the unhealthy ones in full. */
export function answer(
  seen: Observation,
  { args: { name }, flags, format }: Asked<{ readonly name?: string | undefined }>,
): Answer<CredentialsReport> {
  const { causes } = inspect(seen, CREDENTIAL_CHECKS)
  const allowIncomplete = flags['allow-incomplete']
  return {
    report: credentialsReport({ ...seen, causes, allowIncomplete, ...(name === undefined ? {} : { name }) }),
    presentation: {
      view: (one) => credentialsView(one, { all: format === 'wide', isOne: name !== undefined }),
      names: credentialsNames,
      rows: credentialsRows,
      diagram: credentialsDiagram,
    },
  }
}

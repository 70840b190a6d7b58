// SPDX-License-Identifier: Apache-2.0

import type { Asked, ReadRequest } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { Observation } from '../../pipeline/observe.ts'
import { withTenants } from '../../pipeline/tenant-kinds.ts'
import { credentialsDiagram } from '../../reports/credentials/diagram.ts'
import { type CredentialsReport, credentialsReport } from '../../reports/credentials/report.ts'
import { credentialsNames, credentialsRows, credentialsView } from '../../reports/credentials/view.ts'
import { CREDENTIAL_CHECKS, credentialKinds } from './kinds.ts'

export const reads = ({ flags }: Asked): ReadRequest => ({
  only: withTenants(credentialKinds(false), flags),
  checks: CREDENTIAL_CHECKS,
})

/** One chain in full, or all chains with only the unhealthy ones in full. */
export function answer(
  observation: Observation,
  { args: { name }, flags, format }: Asked<{ readonly name?: string | undefined }>,
): Answer<CredentialsReport> {
  const allowIncomplete = flags['allow-incomplete']
  return {
    report: credentialsReport({ ...observation, allowIncomplete, ...(name === undefined ? {} : { name }) }),
    presentation: {
      view: (one) => credentialsView(one, { all: format === 'wide', isOne: name !== undefined }),
      names: credentialsNames,
      rows: credentialsRows,
      diagram: credentialsDiagram,
    },
  }
}

// SPDX-License-Identifier: Apache-2.0
import { credentialKinds } from '../../cli/credential-kinds.ts'
import type { Observation } from '../../cli/observe.ts'
import { withTenants } from '../../cli/tenant-kinds.ts'
import type { Asked, Reading } from '../../cli/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { type CredentialsExpiringReport, expiringReport } from '../../reports/credentials/expiring.ts'
import { expiringNames, expiringRows, expiringView } from '../../reports/credentials/expiring-view.ts'

export const reads = ({ flags }: Asked): Reading => ({ only: withTenants(credentialKinds(true), flags) })

/** Credentials that expire within a time. */
export function answer(
  seen: Observation,
  { flags, within }: Asked & { readonly within: number },
): Answer<CredentialsExpiringReport> {
  return {
    report: expiringReport({ ...seen, within, allowIncomplete: flags['allow-incomplete'] }),
    presentation: { view: expiringView, names: expiringNames, rows: expiringRows },
  }
}

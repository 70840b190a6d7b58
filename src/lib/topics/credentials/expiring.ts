// SPDX-License-Identifier: Apache-2.0

import type { Asked, ReadRequest } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { Observation } from '../../pipeline/observe.ts'
import { withTenants } from '../../pipeline/tenant-kinds.ts'
import { type CredentialsExpiringReport, expiringReport } from '../../reports/credentials/expiring.ts'
import { expiringNames, expiringRows, expiringView } from '../../reports/credentials/expiring-view.ts'
import { credentialKinds } from './kinds.ts'

export const reads = ({ flags }: Asked): ReadRequest => ({ only: withTenants(credentialKinds(true), flags) })

/** Credentials that expire within a time. */
export function answer(
  observation: Observation,
  { flags, within }: Asked & { readonly within: number },
): Answer<CredentialsExpiringReport> {
  return {
    report: expiringReport({ ...observation, within, allowIncomplete: flags['allow-incomplete'] }),
    presentation: { view: expiringView, names: expiringNames, rows: expiringRows },
  }
}

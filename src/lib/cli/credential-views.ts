// SPDX-License-Identifier: Apache-2.0
import type { Presentation } from '../model/presentation.ts'
import type { Format } from '../render/formats.ts'
import { type CredentialsExpiringReport, expiringReport } from '../reports/credential-ends.ts'
import { expiringNames, expiringRows, expiringView } from '../reports/credential-ends-view.ts'
import { type CredentialsReport, credentialsReport } from '../reports/credentials.ts'
import { credentialsDiagram } from '../reports/credentials-diagram.ts'
import { credentialsNames, credentialsRows, credentialsView } from '../reports/credentials-view.ts'
import { CREDENTIAL_CHECKS } from './credential-kinds.ts'
import { inspect } from './inspect.ts'
import type { Observation } from './observe.ts'

export interface CredentialsAsked {
  readonly name?: string | undefined
  readonly format: Format
  readonly allowIncomplete: boolean
}

/** The chains, or the one that is named. */
export function chainsReport(seen: Observation, { name, allowIncomplete }: CredentialsAsked): CredentialsReport {
  const { causes } = inspect(seen, CREDENTIAL_CHECKS)
  return credentialsReport({ ...seen, causes, allowIncomplete, ...(name === undefined ? {} : { name }) })
}

/** How chains are shown: one in full, of many those that are not well. */
export const chainsForms = ({ name, format }: CredentialsAsked): Presentation<CredentialsReport> => ({
  view: (one) => credentialsView(one, { all: format === 'wide', isOne: name !== undefined }),
  names: credentialsNames,
  rows: credentialsRows,
  diagram: credentialsDiagram,
})

/** What ends within a time. */
export const endsReport = (
  seen: Observation,
  within: number,
  { allowIncomplete }: CredentialsAsked,
): CredentialsExpiringReport => expiringReport({ ...seen, within, allowIncomplete })

export const endsForms: Presentation<CredentialsExpiringReport> = {
  view: expiringView,
  names: expiringNames,
  rows: expiringRows,
}

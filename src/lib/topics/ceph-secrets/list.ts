// SPDX-License-Identifier: Apache-2.0

import type { Asked, ReadRequest } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { Observation } from '../../pipeline/observe.ts'
import { withTenants } from '../../pipeline/tenant-kinds.ts'
import type { CephSecretsReport } from '../../reports/ceph-secrets/report.ts'
import { cephSecretsNames, cephSecretsRows, cephSecretsView } from '../../reports/ceph-secrets/view.ts'
import { CEPH_CHECKS, CEPH_KINDS } from './kinds.ts'
import { cephSecretsOf } from './report-input.ts'

export const reads = ({ flags }: Asked): ReadRequest => ({
  only: withTenants(CEPH_KINDS, flags),
  checks: CEPH_CHECKS,
})

export function answer(observation: Observation, { argv, flags, format }: Asked): Answer<CephSecretsReport> {
  const view = (one: CephSecretsReport) => cephSecretsView(one, observation.snapshot.takenAt, format === 'wide')
  return {
    report: cephSecretsOf(observation, argv.map(String), flags['allow-incomplete']),
    presentation: { view, names: cephSecretsNames, rows: cephSecretsRows },
  }
}

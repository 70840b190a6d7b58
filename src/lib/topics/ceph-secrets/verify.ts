// SPDX-License-Identifier: Apache-2.0

import type { Asked, ReadRequest } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { Observation } from '../../pipeline/observe.ts'
import { withTenants } from '../../pipeline/tenant-kinds.ts'
import { type CephSecretsVerifyReport, cephVerifyReport } from '../../reports/ceph-secrets/verify.ts'
import { cephVerifyNames, cephVerifyRows, cephVerifyView } from '../../reports/ceph-secrets/verify-view.ts'
import { CEPH_CHECKS, CEPH_KINDS } from './kinds.ts'
import { cephSecretsOf } from './report-input.ts'

export const reads = ({ flags }: Asked): ReadRequest => ({
  only: withTenants(CEPH_KINDS, flags),
  checks: CEPH_CHECKS,
})

/** Whether all copies of Ceph keys are in sync and usable. */
export function answer(observation: Observation, { argv, flags }: Asked): Answer<CephSecretsVerifyReport> {
  const allowIncomplete = flags['allow-incomplete']
  const overview = cephSecretsOf(observation, argv.map(String), allowIncomplete)
  return {
    report: cephVerifyReport(overview, observation.snapshot, allowIncomplete),
    presentation: { view: cephVerifyView, names: cephVerifyNames, rows: cephVerifyRows },
  }
}

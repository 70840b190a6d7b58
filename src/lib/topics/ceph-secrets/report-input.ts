// SPDX-License-Identifier: Apache-2.0

import type { Observation } from '../../pipeline/observe.ts'
import { runSelectedChecks } from '../../pipeline/run-checks.ts'
import { type CephSecretsReport, cephSecretsReport } from '../../reports/ceph-secrets/report.ts'
import { cephView, keyPrints, secretReader } from './copies.ts'
import { CEPH_CHECKS } from './kinds.ts'

/** The keys of the clients that words name, or of all, with what checks found about them. */
export function cephSecretsOf(
  seen: Observation,
  words: readonly string[],
  allowIncomplete: boolean,
): CephSecretsReport {
  const { causes } = runSelectedChecks(seen, CEPH_CHECKS)
  const view = cephView(seen, words)
  const isSeen = secretReader(seen)
  return cephSecretsReport({
    ...seen,
    ...view,
    causes,
    keyOf: keyPrints,
    isRead: ({ cluster, namespace = '' }, name) => isSeen({ cluster: cluster.label, namespace, name }),
    allowIncomplete,
  })
}

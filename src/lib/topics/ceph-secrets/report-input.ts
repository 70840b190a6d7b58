// SPDX-License-Identifier: Apache-2.0

import type { Observation } from '../../pipeline/observe.ts'
import { type CephSecretsReport, cephSecretsReport } from '../../reports/ceph-secrets/report.ts'
import { cephView, keyPrints, secretReader } from './copies.ts'

/** The keys of the named clients, or of all, with the findings of checks. */
export function cephSecretsOf(
  observation: Observation,
  names: readonly string[],
  allowIncomplete: boolean,
): CephSecretsReport {
  const view = cephView(observation, names)
  const isReadable = secretReader(observation)
  return cephSecretsReport({
    ...observation,
    ...view,
    keyOf: keyPrints,
    isRead: ({ cluster, namespace = '' }, name) => isReadable({ cluster: cluster.label, namespace, name }),
    allowIncomplete,
  })
}

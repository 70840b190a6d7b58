// SPDX-License-Identifier: Apache-2.0

import type { Check } from '../model/check/check.ts'
import { CLUSTERS_CHECKS } from './clusters.ts'
import { CONTROL_PLANE_CHECKS } from './control-plane.ts'
import { CROSSPLANE_CHECKS } from './crossplane.ts'
import { FLUX_CHECKS } from './gitops.ts'
import { HYPERVISORS_CHECKS } from './hypervisors.ts'
import { IDENTITY_CHECKS } from './identity.ts'
import { SECRETS_CHECKS } from './secrets.ts'
import { STORAGE_CHECKS } from './storage.ts'
import { TEMPEST_RUN_CHECKS } from './tempest.ts'
import { WORKLOADS_CHECKS } from './workloads.ts'

/** All checks, in the order of their categories. */
export const CHECKS: readonly Check[] = [
  ...CROSSPLANE_CHECKS,
  ...FLUX_CHECKS,
  ...CLUSTERS_CHECKS,
  ...HYPERVISORS_CHECKS,
  ...STORAGE_CHECKS,
  ...CONTROL_PLANE_CHECKS,
  ...WORKLOADS_CHECKS,
  ...IDENTITY_CHECKS,
  ...SECRETS_CHECKS,
  ...TEMPEST_RUN_CHECKS,
]

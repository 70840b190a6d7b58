// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../model/check/check.ts'
import { arbiterLost } from './storage/arbiter-lost.ts'
import { blockPoolFailing } from './storage/block-pool-failing.ts'
import { capsTooNarrow } from './storage/caps-too-narrow.ts'
import { cephKeyMisnamed } from './storage/ceph-key-misnamed.ts'
import { cephKeyMissing } from './storage/ceph-key-missing.ts'
import { cephKeyStale } from './storage/ceph-key-stale.ts'
import { cephNearFull } from './storage/ceph-near-full.ts'
import { cephServiceNotReady } from './storage/ceph-service-not-ready.ts'
import { cephSilent } from './storage/ceph-silent.ts'
import { cephUnhealthy } from './storage/ceph-unhealthy.ts'
import { monitorsOutdated } from './storage/monitors-outdated.ts'
import { quorumAtRisk } from './storage/quorum-at-risk.ts'
import { rbdPoolUnknown } from './storage/rbd-pool-unknown.ts'

export const STORAGE_CHECKS: readonly Check[] = [
  arbiterLost,
  blockPoolFailing,
  capsTooNarrow,
  cephKeyMisnamed,
  cephKeyMissing,
  cephKeyStale,
  cephNearFull,
  cephServiceNotReady,
  cephSilent,
  cephUnhealthy,
  monitorsOutdated,
  quorumAtRisk,
  rbdPoolUnknown,
]

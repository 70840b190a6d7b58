// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../model/check.ts'
import { cacheNotReady } from './control-plane/cache-not-ready.ts'
import { databaseNotReady } from './control-plane/database-not-ready.ts'
import { databaseVolumeUnbound } from './control-plane/database-volume-unbound.ts'
import { dependencyCycle } from './control-plane/dependency-cycle.ts'
import { dependencyMissing } from './control-plane/dependency-missing.ts'
import { duplicateControlPlane } from './control-plane/duplicate-control-plane.ts'
import { queueDegraded } from './control-plane/queue-degraded.ts'
import { valkeyError } from './control-plane/valkey-error.ts'

/** Every check, by category and then by id. */
export const CHECKS: readonly Check[] = [
  cacheNotReady,
  databaseNotReady,
  databaseVolumeUnbound,
  dependencyCycle,
  dependencyMissing,
  duplicateControlPlane,
  queueDegraded,
  valkeyError,
]

// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../model/check.ts'
import { nodeNotReady } from './clusters/node-not-ready.ts'
import { nodesMissing } from './clusters/nodes-missing.ts'
import { shootNotCreated } from './clusters/shoot-not-created.ts'
import { cacheNotReady } from './control-plane/cache-not-ready.ts'
import { databaseNotReady } from './control-plane/database-not-ready.ts'
import { databaseVolumeUnbound } from './control-plane/database-volume-unbound.ts'
import { dependencyCycle } from './control-plane/dependency-cycle.ts'
import { dependencyMissing } from './control-plane/dependency-missing.ts'
import { duplicateControlPlane } from './control-plane/duplicate-control-plane.ts'
import { queueDegraded } from './control-plane/queue-degraded.ts'
import { valkeyError } from './control-plane/valkey-error.ts'
import { agentMissing } from './hypervisors/agent-missing.ts'
import { agentNotReady } from './hypervisors/agent-not-ready.ts'
import { cellShort } from './hypervisors/cell-short.ts'
import { chassisLost } from './hypervisors/chassis-lost.ts'
import { drainHeld } from './hypervisors/drain-held.ts'
import { evictionFailing } from './hypervisors/eviction-failing.ts'
import { evictionRefused } from './hypervisors/eviction-refused.ts'
import { labelsNotInjected } from './hypervisors/labels-not-injected.ts'
import { maintenanceForgotten } from './hypervisors/maintenance-forgotten.ts'
import { nodeWithoutHypervisor } from './hypervisors/node-without-hypervisor.ts'
import { novaOutOfSync } from './hypervisors/nova-out-of-sync.ts'
import { onboardingAborted } from './hypervisors/onboarding-aborted.ts'
import { onboardingStuck } from './hypervisors/onboarding-stuck.ts'
import { versionSkew } from './hypervisors/version-skew.ts'

/** Every check, by category and then by id. */
export const CHECKS: readonly Check[] = [
  nodeNotReady,
  nodesMissing,
  shootNotCreated,
  agentMissing,
  agentNotReady,
  cellShort,
  chassisLost,
  drainHeld,
  evictionFailing,
  evictionRefused,
  labelsNotInjected,
  maintenanceForgotten,
  nodeWithoutHypervisor,
  novaOutOfSync,
  onboardingAborted,
  onboardingStuck,
  versionSkew,
  cacheNotReady,
  databaseNotReady,
  databaseVolumeUnbound,
  dependencyCycle,
  dependencyMissing,
  duplicateControlPlane,
  queueDegraded,
  valkeyError,
]

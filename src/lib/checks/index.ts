// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../model/check.ts'
import { nodeNotReady } from './clusters/node-not-ready.ts'
import { nodesMissing } from './clusters/nodes-missing.ts'
import { shootNotCreated } from './clusters/shoot-not-created.ts'
import { adminSecretInvalid } from './control-plane/admin-secret-invalid.ts'
import { apiUnhealthy } from './control-plane/api-unhealthy.ts'
import { backendCredentialsMissing } from './control-plane/backend-credentials-missing.ts'
import { bootstrapFailed } from './control-plane/bootstrap-failed.ts'
import { cacheNotReady } from './control-plane/cache-not-ready.ts'
import { databaseNotReady } from './control-plane/database-not-ready.ts'
import { databaseVolumeUnbound } from './control-plane/database-volume-unbound.ts'
import { dbSyncFailed } from './control-plane/db-sync-failed.ts'
import { dependencyCycle } from './control-plane/dependency-cycle.ts'
import { dependencyMissing } from './control-plane/dependency-missing.ts'
import { duplicateControlPlane } from './control-plane/duplicate-control-plane.ts'
import { endpointNotResolvable } from './control-plane/endpoint-not-resolvable.ts'
import { gatewayMissing } from './control-plane/gateway-missing.ts'
import { imagePinsRelease } from './control-plane/image-pins-release.ts'
import { noDefaultBackend } from './control-plane/no-default-backend.ts'
import { projectionRejected } from './control-plane/projection-rejected.ts'
import { queueDegraded } from './control-plane/queue-degraded.ts'
import { schemaDrift } from './control-plane/schema-drift.ts'
import { upgradeFailed } from './control-plane/upgrade-failed.ts'
import { upgradeRefused } from './control-plane/upgrade-refused.ts'
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
import { arbiterLost } from './storage/arbiter-lost.ts'
import { blockPoolFailing } from './storage/block-pool-failing.ts'
import { capsTooNarrow } from './storage/caps-too-narrow.ts'
import { cephNearFull } from './storage/ceph-near-full.ts'
import { cephServiceNotReady } from './storage/ceph-service-not-ready.ts'
import { cephSilent } from './storage/ceph-silent.ts'
import { cephUnhealthy } from './storage/ceph-unhealthy.ts'
import { quorumAtRisk } from './storage/quorum-at-risk.ts'
import { rbdPoolUnknown } from './storage/rbd-pool-unknown.ts'

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
  arbiterLost,
  blockPoolFailing,
  capsTooNarrow,
  cephNearFull,
  cephServiceNotReady,
  cephSilent,
  cephUnhealthy,
  quorumAtRisk,
  rbdPoolUnknown,
  adminSecretInvalid,
  apiUnhealthy,
  backendCredentialsMissing,
  bootstrapFailed,
  cacheNotReady,
  databaseNotReady,
  databaseVolumeUnbound,
  dbSyncFailed,
  dependencyCycle,
  dependencyMissing,
  duplicateControlPlane,
  endpointNotResolvable,
  gatewayMissing,
  imagePinsRelease,
  noDefaultBackend,
  projectionRejected,
  queueDegraded,
  schemaDrift,
  upgradeFailed,
  upgradeRefused,
  valkeyError,
]

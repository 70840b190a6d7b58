// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../model/check/check.ts'
import { adminSecretInvalid } from './control-plane/admin-secret-invalid.ts'
import { apiUnhealthy } from './control-plane/api-unhealthy.ts'
import { backendCredentialsMissing } from './control-plane/backend-credentials-missing.ts'
import { bootstrapFailed } from './control-plane/bootstrap-failed.ts'
import { certificateExpiring } from './control-plane/certificate-expiring.ts'
import { conditionNotReached } from './control-plane/condition-not-reached.ts'
import { controlPlaneStuckDeleting } from './control-plane/control-plane-stuck-deleting.ts'
import { controllerNotRunning } from './control-plane/controller-not-running.ts'
import { cortexBypassed } from './control-plane/cortex-bypassed.ts'
import { cortexPipelineInactive } from './control-plane/cortex-pipeline-inactive.ts'
import { dbSyncFailed } from './control-plane/db-sync-failed.ts'
import { dependencyCycle } from './control-plane/dependency-cycle.ts'
import { dependencyMissing } from './control-plane/dependency-missing.ts'
import { duplicateControlPlane } from './control-plane/duplicate-control-plane.ts'
import { endpointNotResolvable } from './control-plane/endpoint-not-resolvable.ts'
import { gatewayMissing } from './control-plane/gateway-missing.ts'
import { gatewayNotProgrammed } from './control-plane/gateway-not-programmed.ts'
import { imagePinsRelease } from './control-plane/image-pins-release.ts'
import { imageStoreDown } from './control-plane/image-store-down.ts'
import { backupFailed } from './control-plane/infrastructure/backup-failed.ts'
import { cacheNotReady } from './control-plane/infrastructure/cache-not-ready.ts'
import { databaseNotReady } from './control-plane/infrastructure/database-not-ready.ts'
import { databaseVolumeUnbound } from './control-plane/infrastructure/database-volume-unbound.ts'
import { ovnBelowQuorum } from './control-plane/infrastructure/ovn-below-quorum.ts'
import { ovnMiswired } from './control-plane/infrastructure/ovn-miswired.ts'
import { queueDegraded } from './control-plane/infrastructure/queue-degraded.ts'
import { valkeyError } from './control-plane/infrastructure/valkey-error.ts'
import { issuerNotReady } from './control-plane/issuer-not-ready.ts'
import { keyRotationLate } from './control-plane/key-rotation-late.ts'
import { keyRotationRejected } from './control-plane/key-rotation-rejected.ts'
import { missingOnTarget } from './control-plane/missing-on-target.ts'
import { noDefaultBackend } from './control-plane/no-default-backend.ts'
import { operatorBehind } from './control-plane/operator-behind.ts'
import { projectionRejected } from './control-plane/projection-rejected.ts'
import { schemaDrift } from './control-plane/schema-drift.ts'
import { targetClusterUnavailable } from './control-plane/target-cluster-unavailable.ts'
import { upgradeFailed } from './control-plane/upgrade-failed.ts'
import { upgradeRefused } from './control-plane/upgrade-refused.ts'

export const CONTROL_PLANE_CHECKS: readonly Check[] = [
  adminSecretInvalid,
  apiUnhealthy,
  backendCredentialsMissing,
  bootstrapFailed,
  backupFailed,
  cacheNotReady,
  certificateExpiring,
  conditionNotReached,
  controllerNotRunning,
  controlPlaneStuckDeleting,
  cortexBypassed,
  cortexPipelineInactive,
  databaseNotReady,
  databaseVolumeUnbound,
  dbSyncFailed,
  dependencyCycle,
  dependencyMissing,
  duplicateControlPlane,
  endpointNotResolvable,
  gatewayMissing,
  gatewayNotProgrammed,
  imagePinsRelease,
  imageStoreDown,
  issuerNotReady,
  keyRotationLate,
  keyRotationRejected,
  missingOnTarget,
  noDefaultBackend,
  operatorBehind,
  ovnBelowQuorum,
  ovnMiswired,
  projectionRejected,
  queueDegraded,
  schemaDrift,
  targetClusterUnavailable,
  upgradeFailed,
  upgradeRefused,
  valkeyError,
]

// SPDX-License-Identifier: Apache-2.0

import type { Check } from '../model/check/check.ts'
import { accessExpiring } from './clusters/access-expiring.ts'
import { clusterHibernated } from './clusters/cluster-hibernated.ts'
import { dnsDown } from './clusters/dns-down.ts'
import { nodeNotReady } from './clusters/node-not-ready.ts'
import { nodeUnderPressure } from './clusters/node-under-pressure.ts'
import { nodesMissing } from './clusters/nodes-missing.ts'
import { shootNotCreated } from './clusters/shoot-not-created.ts'
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
import { capsMalformed } from './crossplane/caps-malformed.ts'
import { claimDisagrees } from './crossplane/claim-disagrees.ts'
import { claimBehindComposite } from './crossplane/claims/claim-behind-composite.ts'
import { composedVersionGone } from './crossplane/composed-version-gone.ts'
import { compositionByChance } from './crossplane/composition-by-chance.ts'
import { compositionPinned } from './crossplane/composition-pinned.ts'
import { compositionWithoutFunctions } from './crossplane/composition-without-functions.ts'
import { dedicatedInName } from './crossplane/dedicated-in-name.ts'
import { dedicatedPoolShared } from './crossplane/dedicated-pool-shared.ts'
import { definitionNotOffered } from './crossplane/definition-not-offered.ts'
import { deletionBlocked } from './crossplane/deletion-blocked.ts'
import { drift } from './crossplane/drift.ts'
import { greenWithoutEvidence } from './crossplane/green-without-evidence.ts'
import { keyInManagementCluster } from './crossplane/key-in-management-cluster.ts'
import { kubeconfigMissing } from './crossplane/kubeconfig-missing.ts'
import { kubeconfigRefused } from './crossplane/kubeconfig-refused.ts'
import { noComposition } from './crossplane/no-composition.ts'
import { otherControlPlane } from './crossplane/other-control-plane.ts'
import { packageUnhealthy } from './crossplane/package-unhealthy.ts'
import { paused } from './crossplane/paused.ts'
import { providerConfigWrongCluster } from './crossplane/placement/provider-config-wrong-cluster.ts'
import { regionDiffers } from './crossplane/placement/region-differs.ts'
import { poolInOtherRegion } from './crossplane/pool-in-other-region.ts'
import { poolNotReady } from './crossplane/pool-not-ready.ts'
import { providerConfigMissing } from './crossplane/provider-config-missing.ts'
import { remoteApiUnreachable } from './crossplane/remote-api-unreachable.ts'
import { replicasDifferFromSize } from './crossplane/replicas-differ-from-size.ts'
import { requestNotCarried } from './crossplane/request-not-carried.ts'
import { secondStoragePoolIgnored } from './crossplane/second-storage-pool-ignored.ts'
import { storageRequestIgnored } from './crossplane/storage-request-ignored.ts'
import { undeclaredFields } from './crossplane/undeclared-fields.ts'
import { unknownPool } from './crossplane/unknown-pool.ts'
import { wrongType } from './crossplane/wrong-type.ts'
import { crdMissing } from './gitops/crd-missing.ts'
import { dependencyBlocked } from './gitops/dependency-blocked.ts'
import { fluxNotReady } from './gitops/flux-not-ready.ts'
import { releaseExhausted } from './gitops/release-exhausted.ts'
import { revisionBehind } from './gitops/revision-behind.ts'
import { sourceFailing } from './gitops/source-failing.ts'
import { suspended } from './gitops/suspended.ts'
import { versionGone } from './gitops/version-gone.ts'
import { agentMissing } from './hypervisors/agent-missing.ts'
import { agentNotReady } from './hypervisors/agent-not-ready.ts'
import { cellShort } from './hypervisors/cell-short.ts'
import { chassisLost } from './hypervisors/chassis-lost.ts'
import { chassisMissing } from './hypervisors/chassis-missing.ts'
import { drainHeld } from './hypervisors/drain-held.ts'
import { evictedNotEmpty } from './hypervisors/evicted-not-empty.ts'
import { evictionFailing } from './hypervisors/eviction-failing.ts'
import { evictionRefused } from './hypervisors/eviction-refused.ts'
import { labelsNotInjected } from './hypervisors/labels-not-injected.ts'
import { libvirtDown } from './hypervisors/libvirt-down.ts'
import { maintenanceForgotten } from './hypervisors/maintenance-forgotten.ts'
import { nodeWithoutHypervisor } from './hypervisors/node-without-hypervisor.ts'
import { novaOutOfSync } from './hypervisors/nova-out-of-sync.ts'
import { onboardingAborted } from './hypervisors/onboarding-aborted.ts'
import { onboardingStuck } from './hypervisors/onboarding-stuck.ts'
import { versionSkew } from './hypervisors/version-skew.ts'
import { cloudNameUnknown } from './identity/cloud-name-unknown.ts'
import { cloudsSecretMissing } from './identity/clouds-secret-missing.ts'
import { cloudsYamlBehind } from './identity/clouds-yaml-behind.ts'
import { cloudsYamlUnreadable } from './identity/clouds-yaml-unreadable.ts'
import { credentialExpiring } from './identity/credential-expiring.ts'
import { credentialWithoutValue } from './identity/credential-without-value.ts'
import { endpointMismatch } from './identity/endpoint-mismatch.ts'
import { importAmbiguous } from './identity/import-ambiguous.ts'
import { importFindsNothing } from './identity/import-finds-nothing.ts'
import { importGone } from './identity/import-gone.ts'
import { keystoneLoginRefused } from './identity/keystone-login-refused.ts'
import { keystoneNotReached } from './identity/keystone-not-reached.ts'
import { keystoneNotTrusted } from './identity/keystone-not-trusted.ts'
import { korcDeletionHeld } from './identity/korc-deletion-held.ts'
import { korcDependencyMissing } from './identity/korc-dependency-missing.ts'
import { korcUpdateRejected } from './identity/korc-update-rejected.ts'
import { managedAdoption } from './identity/managed-adoption.ts'
import { notInCatalog } from './identity/not-in-catalog.ts'
import { registrationCollision } from './identity/registration-collision.ts'
import { registrationNotAllowed } from './identity/registration-not-allowed.ts'
import { remintStalled } from './identity/remint-stalled.ts'
import { rotationIgnored } from './identity/rotation-ignored.ts'
import { aggregateIncomplete } from './secrets/aggregate-incomplete.ts'
import { dbCredentialsMissing } from './secrets/db-credentials-missing.ts'
import { dbCredentialsNotIssued } from './secrets/db-credentials-not-issued.ts'
import { mergeWithoutTarget } from './secrets/merge-without-target.ts'
import { openBaoUnavailable } from './secrets/openbao-unavailable.ts'
import { pathNotReadable } from './secrets/path-not-readable.ts'
import { pushFailing } from './secrets/push-failing.ts'
import { secretStoreMissing } from './secrets/secret-store-missing.ts'
import { secretStoreNotReady } from './secrets/secret-store-not-ready.ts'
import { storeUnproven } from './secrets/store-unproven.ts'
import { syncBehind } from './secrets/sync-behind.ts'
import { syncFrozen } from './secrets/sync-frozen.ts'
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
import { tempestFailed } from './tempest/tempest-failed.ts'
import { tempestSilent } from './tempest/tempest-silent.ts'
import { containerCrashing } from './workloads/container-crashing.ts'
import { containerNotCreated } from './workloads/container-not-created.ts'
import { imagePullFailing } from './workloads/image-pull-failing.ts'
import { namespaceTerminating } from './workloads/namespace-terminating.ts'
import { podEvicted } from './workloads/pod-evicted.ts'
import { podNotReady } from './workloads/pod-not-ready.ts'
import { podRefused } from './workloads/pod-refused.ts'
import { podUnschedulable } from './workloads/pod-unschedulable.ts'
import { volumeNotBound } from './workloads/volume-not-bound.ts'

/** Every check, by category and then by id. */
export const CHECKS: readonly Check[] = [
  capsMalformed,
  claimBehindComposite,
  claimDisagrees,
  composedVersionGone,
  compositionByChance,
  compositionPinned,
  compositionWithoutFunctions,
  dedicatedInName,
  dedicatedPoolShared,
  definitionNotOffered,
  deletionBlocked,
  drift,
  greenWithoutEvidence,
  keyInManagementCluster,
  kubeconfigMissing,
  kubeconfigRefused,
  noComposition,
  otherControlPlane,
  packageUnhealthy,
  paused,
  poolInOtherRegion,
  poolNotReady,
  providerConfigMissing,
  providerConfigWrongCluster,
  regionDiffers,
  remoteApiUnreachable,
  replicasDifferFromSize,
  requestNotCarried,
  secondStoragePoolIgnored,
  storageRequestIgnored,
  undeclaredFields,
  unknownPool,
  wrongType,
  crdMissing,
  dependencyBlocked,
  fluxNotReady,
  releaseExhausted,
  revisionBehind,
  sourceFailing,
  suspended,
  versionGone,
  accessExpiring,
  clusterHibernated,
  dnsDown,
  nodeNotReady,
  nodeUnderPressure,
  nodesMissing,
  shootNotCreated,
  agentMissing,
  agentNotReady,
  cellShort,
  chassisLost,
  chassisMissing,
  drainHeld,
  evictedNotEmpty,
  evictionFailing,
  evictionRefused,
  labelsNotInjected,
  libvirtDown,
  maintenanceForgotten,
  nodeWithoutHypervisor,
  novaOutOfSync,
  onboardingAborted,
  onboardingStuck,
  versionSkew,
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
  containerCrashing,
  containerNotCreated,
  imagePullFailing,
  namespaceTerminating,
  podEvicted,
  podNotReady,
  podRefused,
  podUnschedulable,
  volumeNotBound,
  cloudNameUnknown,
  cloudsSecretMissing,
  cloudsYamlBehind,
  cloudsYamlUnreadable,
  credentialExpiring,
  credentialWithoutValue,
  endpointMismatch,
  importAmbiguous,
  importFindsNothing,
  importGone,
  keystoneLoginRefused,
  keystoneNotReached,
  keystoneNotTrusted,
  korcDeletionHeld,
  korcDependencyMissing,
  korcUpdateRejected,
  managedAdoption,
  notInCatalog,
  registrationCollision,
  registrationNotAllowed,
  remintStalled,
  rotationIgnored,
  aggregateIncomplete,
  dbCredentialsMissing,
  dbCredentialsNotIssued,
  mergeWithoutTarget,
  openBaoUnavailable,
  pathNotReadable,
  pushFailing,
  secretStoreMissing,
  secretStoreNotReady,
  storeUnproven,
  syncBehind,
  syncFrozen,
  tempestFailed,
  tempestSilent,
]

// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../model/check/check.ts'
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

export const CROSSPLANE_CHECKS: readonly Check[] = [
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
]

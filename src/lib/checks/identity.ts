// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../model/check/check.ts'
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

export const IDENTITY_CHECKS: readonly Check[] = [
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
]

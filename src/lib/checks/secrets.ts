// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../model/check/check.ts'
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

export const SECRETS_CHECKS: readonly Check[] = [
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
]

// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../model/check/check.ts'
import { crdMissing } from './gitops/crd-missing.ts'
import { dependencyBlocked } from './gitops/dependency-blocked.ts'
import { fluxNotReady } from './gitops/flux-not-ready.ts'
import { releaseExhausted } from './gitops/release-exhausted.ts'
import { revisionBehind } from './gitops/revision-behind.ts'
import { sourceFailing } from './gitops/source-failing.ts'
import { suspended } from './gitops/suspended.ts'
import { versionGone } from './gitops/version-gone.ts'

export const FLUX_CHECKS: readonly Check[] = [
  crdMissing,
  dependencyBlocked,
  fluxNotReady,
  releaseExhausted,
  revisionBehind,
  sourceFailing,
  suspended,
  versionGone,
]

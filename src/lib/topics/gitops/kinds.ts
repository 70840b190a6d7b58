// SPDX-License-Identifier: Apache-2.0
import { dependencyBlocked } from '../../checks/gitops/dependency-blocked.ts'
import { fluxNotReady } from '../../checks/gitops/flux-not-ready.ts'
import { releaseExhausted } from '../../checks/gitops/release-exhausted.ts'
import { sourceFailing } from '../../checks/gitops/source-failing.ts'
import { suspended } from '../../checks/gitops/suspended.ts'
import { versionGone } from '../../checks/gitops/version-gone.ts'
import { bucket } from '../../kinds/flux/bucket.ts'
import { externalArtifact } from '../../kinds/flux/external-artifact.ts'
import { fluxInstance } from '../../kinds/flux/flux-instance.ts'
import { gitRepository } from '../../kinds/flux/git-repository.ts'
import { helmChart } from '../../kinds/flux/helm-chart.ts'
import { helmRelease } from '../../kinds/flux/helm-release.ts'
import { helmRepository } from '../../kinds/flux/helm-repository.ts'
import { kustomization } from '../../kinds/flux/kustomization.ts'
import { ociRepository } from '../../kinds/flux/oci-repository.ts'
import { deployment } from '../../kinds/kubernetes/deployment.ts'
import type { Check } from '../../model/check/check.ts'
import type { KindSpec } from '../../model/graph/kind.ts'

export const FLUX_KINDS: readonly KindSpec[] = [
  fluxInstance,
  gitRepository,
  ociRepository,
  bucket,
  externalArtifact,
  helmRepository,
  helmChart,
  kustomization,
  helmRelease,
]

/** What `gitops` reads: also the controllers, in the roles where Flux may run. */
export const GITOPS_KINDS: readonly KindSpec[] = [...FLUX_KINDS, { ...deployment, roles: kustomization.roles }]

/** The GitOps checks about Flux; the one about CRDs concerns ControlPlanes. */
export const GITOPS_CHECKS: readonly Check[] = [
  dependencyBlocked,
  fluxNotReady,
  releaseExhausted,
  sourceFailing,
  suspended,
  versionGone,
]

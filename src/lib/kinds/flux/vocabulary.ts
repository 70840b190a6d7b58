// SPDX-License-Identifier: Apache-2.0
// helm-controller@0f61a86 and kustomize-controller@186fb3b.
import type { Vocabulary } from '../../model/graph/vocabulary.ts'

export const FLUX_VOCABULARY: readonly Vocabulary[] = [
  {
    kind: 'HelmRelease.helm.toolkit.fluxcd.io',
    healthy: ['Ready=True/UpgradeSucceeded', 'Released=True/UpgradeSucceeded'],
    entries: [
      ['healthy', ['Drifted=False/NoDriftDetected']],
      ['healthy', ['Drifted=True/DriftDetected Deployment/a changed'], { note: 'Drifted is True (DriftDetected)' }],
      ['healthy', ['TestSuccess=True/TestSucceeded']],
      ['healthy', ['TestSuccess=False/TestFailed a failed'], { note: 'TestSuccess is False (TestFailed)' }],
      ['failed', ['Ready=False/InstallFailed timed out', 'Released=False/InstallFailed timed out']],
      ['failed', ['Stalled=True/RetriesExceeded', 'Ready=False/UpgradeFailed']],
      ['progressing', ['Ready=False/DependencyNotReady dependency a is not ready']],
      ['progressing', ['Ready=Unknown/Progressing', 'Reconciling=True/Progressing']],
      ['failed', ['Ready=False/ArtifactFailed', 'Remediated=False/RollbackFailed']],
      ['suspended', ['Ready=False/UpgradeFailed'], { spec: { suspend: true } }],
    ],
  },
  {
    kind: 'Kustomization.kustomize.toolkit.fluxcd.io',
    healthy: ['Ready=True/ReconciliationSucceeded Applied revision: main'],
    entries: [
      ['failed', ['Ready=False/BuildFailed no such file']],
      ['failed', ['Ready=False/HealthCheckFailed timeout', 'Healthy=False/HealthCheckFailed timeout']],
      ['failed', ['Ready=False/PruneFailed forbidden']],
      ['failed', ['Stalled=True/InvalidCELExpression', 'Ready=False/InvalidCELExpression']],
      ['progressing', ['Ready=False/DependencyNotReady']],
      ['progressing', ['Ready=Unknown/Progressing', 'Reconciling=True/Progressing']],
      ['suspended', [], { spec: { suspend: true } }],
    ],
  },
]

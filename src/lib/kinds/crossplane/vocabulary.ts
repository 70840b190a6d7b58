// SPDX-License-Identifier: Apache-2.0
// crossplane@2d040d2d apis/apiextensions/v1/conditions.go and the conditions of crossplane-runtime.
import type { Vocabulary, VocabularyEntry } from '../../model/graph/vocabulary.ts'

const SYNCED = 'Synced=True/ReconcileSuccess'

const MANAGED: readonly VocabularyEntry[] = [
  ['failed', ['Synced=False/ReconcileError cannot apply']],
  ['suspended', ['Synced=False/ReconcilePaused paused by annotation']],
  ['progressing', ['Ready=False/Creating']],
  ['progressing', ['Ready=False/Unavailable']],
]

export const CROSSPLANE_VOCABULARY: readonly Vocabulary[] = [
  {
    kind: 'XOpenStackCluster.c5c3.io',
    healthy: [SYNCED, 'Ready=True/Available', 'Responsive=True/WatchCircuitClosed'],
    entries: [
      ...MANAGED,
      [
        'healthy',
        ['Responsive=False/WatchCircuitOpen Too many watch events from a. Allowing events periodically.'],
        { note: 'Responsive is False (WatchCircuitOpen)' },
      ],
      ['failed', ['Synced=False/CannotCompose function returned an error']],
    ],
  },
  {
    kind: 'OpenStackCluster.c5c3.io',
    healthy: [SYNCED, 'Ready=True/Available'],
    entries: [...MANAGED, ['progressing', ['Ready=False/Waiting Composite resource claim is waiting']]],
  },
  { kind: 'Object.kubernetes.crossplane.io', healthy: [SYNCED, 'Ready=True/Available'], entries: MANAGED },
  {
    kind: 'Provider.pkg.crossplane.io',
    healthy: ['Installed=True/ActivePackageRevision', 'Healthy=True/HealthyPackageRevision'],
    entries: [
      ['failed', ['Healthy=False/UnhealthyPackageRevision']],
      ['failed', ['Installed=False/InactivePackageRevision']],
      ['progressing', ['Installed=False/UnpackingPackage']],
      ['failed', ['Installed=False/UnpackingPackage cannot unpack package: unauthorized']],
    ],
  },
]

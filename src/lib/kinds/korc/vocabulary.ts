// SPDX-License-Identifier: Apache-2.0
// openstack-resource-controller@c22784ca internal/controllers/generic/status/conditions.go: the same for all kinds.
import type { Vocabulary } from '../../model/graph/vocabulary.ts'

const both = (available: string, progressing: string, rest: string) => [
  `Available=${available}/${rest}`,
  `Progressing=${progressing}/${rest}`,
]

export const KORC_VOCABULARY: readonly Vocabulary[] = ['Project', 'User', 'ApplicationCredential'].map((kind) => ({
  kind: `${kind}.openstack.k-orc.cloud`,
  healthy: ['Available=True/Success OpenStack resource is available', 'Progressing=False/Success up to date'],
  entries: [
    ['progressing', both('False', 'True', 'Progressing Waiting for Secret/a to be created')],
    ['progressing', both('False', 'True', 'TransientError got 503'), { minutes: 1 }],
    ['failed', both('False', 'True', 'TransientError got 401')],
    ['failed', both('Unknown', 'True', 'TransientError got 401')],
    ['failed', both('False', 'False', 'InvalidConfiguration name is too long')],
    ['failed', both('False', 'False', 'UnrecoverableError more than one match')],
    ['progressing', ['Progressing=True/Progressing Waiting for OpenStack resource to be updated']],
    ['degraded', ['Progressing=False/InvalidConfiguration invalid value']],
    ['degraded', ['Progressing=False/UnrecoverableError cannot be changed']],
    ['progressing', ['Progressing=True/TransientError got 401'], { minutes: 1 }],
    ['degraded', ['Progressing=True/TransientError got 401']],
    ['healthy', [], { spec: { resyncPeriod: '1h0m0s' }, status: { lastSyncTime: '2026-11-16T11:30:00Z' } }],
    ['unknown', [], { spec: { resyncPeriod: '1h0m0s' }, status: { lastSyncTime: '2026-11-16T09:00:00Z' } }],
    ['healthy', [], { status: { lastSyncTime: '2026-01-01T00:00:00Z' } }],
  ],
}))

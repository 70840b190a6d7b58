// SPDX-License-Identifier: Apache-2.0
// rook@d0c3b9ce: phases of the CephCluster, and the health codes that it copies from Ceph.
import type { Vocabulary, VocabularyEntry } from '../../model/graph/vocabulary.ts'

const NOW = '2026-11-16T12:00:00Z'

/** Codes with their severity: "OSD_DOWN", or "OSD_FULL!" for an error. */
const ceph = (
  state: VocabularyEntry[0],
  codes: string,
  changed = '2026-11-16T10:00:00Z',
  spec = {},
): VocabularyEntry => {
  const all = codes.split(' ').map((code) => ({ code: code.replace('!', ''), isError: code.endsWith('!') }))
  const details = all.map(({ code, isError }) => [
    code,
    { severity: isError ? 'HEALTH_ERR' : 'HEALTH_WARN', message: 'm' },
  ])
  const health = all.some(({ isError }) => isError) ? 'HEALTH_ERR' : 'HEALTH_WARN'
  const status = { health, lastChecked: NOW, lastChanged: changed, details: Object.fromEntries(details) }
  return [state, [], { status: { phase: 'Ready', ceph: status }, spec }]
}

const phase = (state: VocabularyEntry[0], name: string): VocabularyEntry => [
  state,
  [],
  { status: { phase: name, ceph: { health: 'HEALTH_OK', lastChecked: NOW } } },
]

export const ROOK_VOCABULARY: readonly Vocabulary[] = [
  {
    kind: 'CephCluster.ceph.rook.io',
    healthy: [],
    entries: [
      phase('healthy', 'Ready'),
      phase('healthy', 'Connected'),
      phase('progressing', 'Progressing'),
      phase('progressing', 'Connecting'),
      phase('failed', 'Failure'),
      ceph('healthy', 'AUTH_INSECURE_SERVICE_KEY_TYPE!'),
      ceph('healthy', 'AUTH_INSECURE_CLIENT_KEY_TYPE AUTH_INSECURE_KEYS_ALLOWED AUTH_INSECURE_KEYS_CREATABLE'),
      ceph('healthy', 'POOL_APP_NOT_ENABLED RECENT_CRASH PG_NOT_SCRUBBED PG_NOT_DEEP_SCRUBBED'),
      ceph('degraded', 'AUTH_INSECURE_SERVICE_KEY_TYPE! OSD_DOWN'),
      ceph('degraded', 'OSD_DOWN PG_DEGRADED'),
      ceph('degraded', 'MON_DOWN'),
      ceph('degraded', 'OSD_NEARFULL POOL_NEARFULL'),
      ceph('degraded', 'SLOW_OPS'),
      ceph('degraded', 'SOMETHING_NEW'),
      ceph('failed', 'SOMETHING_NEW!'),
      ceph('failed', 'OSD_FULL! POOL_FULL'),
      ceph('failed', 'PG_AVAILABILITY'),
      ceph('degraded', 'PG_AVAILABILITY', '2026-11-16T11:59:00Z'),
      ceph('failed', 'OBJECT_UNFOUND!'),
      ceph('failed', 'PG_DAMAGED! OSD_SCRUB_ERRORS!'),
      ceph('healthy', 'MON_DISK_LOW', undefined, {
        healthCheck: { muteHealthWarning: { MON_DISK_LOW: { policy: 'mute' } } },
      }),
      ceph('failed', 'OSD_FULL!', undefined, { healthCheck: { muteHealthWarning: { OSD_FULL: { policy: 'mute' } } } }),
    ],
  },
]

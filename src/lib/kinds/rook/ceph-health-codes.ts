// SPDX-License-Identifier: Apache-2.0
// Ceph's health codes, and what each stops. HEALTH_WARN and HEALTH_ERR alone do not tell: an insecure key type is an
// error that stops nothing, an inactive placement group is a warning that stops all I/O to it.

import { entriesAt, fieldAt, textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import type { State } from '../../model/report/report.ts'

/** safety: all I/O works, with fewer copies, less room or less speed. */
export type CephEffect = 'nothing' | 'safety' | 'writes' | 'reads'

export interface CephHealthCheck {
  readonly code: string
  readonly message: string
  readonly isError: boolean
  readonly effect: CephEffect
  /** spec.healthCheck.muteHealthWarning names it. */
  readonly isMuted: boolean
}

/**
 * The health checks that Ceph reports, muted ones included: Rook copies all of them, while Ceph leaves muted ones out of
 * status.ceph.health.
 * @see https://github.com/rook/rook/blob/d0c3b9ce/pkg/operator/ceph/cluster/cephstatus.go#L228-L239
 */
export function cephHealthChecks(object: KubeObject | undefined): readonly CephHealthCheck[] {
  const mutes = fieldAt(object, 'spec.healthCheck.muteHealthWarning')
  return entriesAt(object, 'status.ceph.details').map(([code, detail]) => {
    const isError = textAt(detail, 'severity') === 'HEALTH_ERR'
    const isMuted = textAt(fieldAt(mutes, code), 'policy') === 'mute'
    return { code, message: textAt(detail, 'message') ?? '', isError, isMuted, effect: effectOf(code, isError) }
  })
}

/** Muting silences what costs safety or stops nothing. What stops I/O now is never muted on purpose. */
export const isSilenced = ({ isMuted, effect }: CephHealthCheck): boolean =>
  isMuted && (effect === 'nothing' || effect === 'safety')

/** A code that is not in the table stops writes if it is an error, and costs safety if it is a warning. */
const effectOf = (code: string, isError: boolean): CephEffect =>
  EFFECTS.find(([pattern]) => pattern.test(code))?.[1] ?? (isError ? 'writes' : 'safety')

/**
 * @see https://docs.ceph.com/en/latest/rados/operations/health-checks/
 * @see https://github.com/rook/rook/blob/d0c3b9ce/Documentation/Storage-Configuration/Advanced/cephx-key-rotation.md
 */
const EFFECTS: readonly (readonly [RegExp, CephEffect])[] = [
  [/^AUTH_(INSECURE_|BAD_CAPS$)/, 'nothing'],
  [
    /^(POOL_APP_NOT_ENABLED|RECENT_CRASH|RECENT_MGR_MODULE_CRASH|PG_NOT_(DEEP_)?SCRUBBED|LARGE_OMAP_OBJECTS)$/,
    'nothing',
  ],
  [/^(POOL_)?TOO_(MANY|FEW)_PGS$|^POOL_PG_NUM_NOT_POWER_OF_TWO$|^POOL_TARGET_SIZE_|^MANY_OBJECTS_PER_PG$/, 'nothing'],
  [
    /^(TELEMETRY_CHANGED|DASHBOARD_DEBUG|DAEMON_OLD_VERSION|OLD_CRUSH_|OSD_NO_DOWN_OUT_INTERVAL|MON_DISK_BIG)/,
    'nothing',
  ],
  [/^(MON_MSGR2_NOT_ENABLED|BLUESTORE_(LEGACY_STATFS|NO_PER_P(OOL|G)_OMAP|NO_COMPRESSION)|UPGRADE_)/, 'nothing'],
  [/^(OSD|POOL)_FULL$|^POOL_QUOTA_FULL$/, 'writes'],
  [/^(PG_AVAILABILITY|OBJECT_UNFOUND|PG_DAMAGED|OSD_SCRUB_ERRORS|MDS_ALL_DOWN)$/, 'reads'],
]

/** Placement groups peer for a moment after every restart of an OSD. */
const SETTLING_TIME = 5 * 60_000

/** The state that health checks mean which are not silenced. */
export function cephEffectState(checks: readonly CephHealthCheck[], changed: string | undefined, now: number): State {
  const stopping = checks.filter(({ effect }) => effect === 'writes' || effect === 'reads')
  const isSettling = now - Date.parse(changed ?? '') < SETTLING_TIME
  if (stopping.some(({ isError }) => isError || !isSettling)) return 'failed'
  return stopping.length > 0 || checks.some(({ effect }) => effect === 'safety') ? 'degraded' : 'healthy'
}

export const EFFECT_TEXT: Readonly<Record<CephEffect, string>> = {
  nothing: 'stops no I/O',
  safety: 'costs safety or speed',
  writes: 'stops writes',
  reads: 'stops reads and writes of some data',
}

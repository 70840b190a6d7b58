// SPDX-License-Identifier: Apache-2.0

import { type Health, severity } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { textAt } from '../../model/object/fields.ts'
import { inNamespace } from '../../model/object/reference.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { formatAge } from '../../model/text/time.ts'
import { shortfall } from '../claims/pool-members.ts'
import { type CephHealthCheck, cephEffectState, cephHealthChecks, isSilenced } from './ceph-health-codes.ts'
import { ROOK, rookHealth } from './health-and-links.ts'

export const cephCluster: KindSpec = {
  group: ROOK,
  kind: 'CephCluster',
  plural: 'cephclusters',
  versions: ['v1'],
  namespaced: true,
  roles: ['storage'],
  keep: [
    'spec.cephVersion.image',
    'spec.mon',
    'spec.external.enable',
    'spec.healthCheck.muteHealthWarning',
    'status.phase',
    'status.state',
    'status.message',
    'status.conditions',
    'status.observedGeneration',
    'status.ceph',
    'status.storage.deviceClasses',
    'status.version',
  ],
  links: (object) => [...daemonLinks(object), monitorsLink(object)],
  health,
  quorum: (object, counts, now) => {
    const daemons = counts.get('Deployment.apps')
    return daemons && shortfall(object, daemons, { what: 'daemons', number: daemons.total, minimum: 0 }, now)
  },
  grace: 1800,
}

/** Ceph daemons are redundant: a lost one costs safety, and Ceph itself reports if the impact is larger. */
function daemonLinks({ metadata }: KubeObject): readonly Link[] {
  return ['mon', 'mgr', 'osd', 'crashcollector', 'exporter'].map((daemon) => {
    const labels = { app: `rook-ceph-${daemon}` }
    const to = { where: 'here', group: 'apps', kind: 'Deployment', labels, ...inNamespace(metadata.namespace) } as const
    return { rel: 'owns', to, path: 'metadata.namespace', weak: 'counted', optional: true }
  })
}

/** The ConfigMap in which Rook lists the monitors. */
function monitorsLink({ metadata }: KubeObject): Link {
  const name = 'rook-ceph-mon-endpoints'
  const to = { where: 'here', group: '', kind: 'ConfigMap', name, ...inNamespace(metadata.namespace) } as const
  return { rel: 'creates', to, path: 'metadata.namespace', optional: true }
}

const HEALTH: Readonly<Record<string, Health['state']>> = {
  HEALTH_OK: 'healthy',
  HEALTH_WARN: 'degraded',
  HEALTH_ERR: 'failed',
}

/** Rook queries Ceph every minute. An older result is no evidence of health. */
const MAX_CHECK_AGE = 5 * 60_000

function health(object: KubeObject, now: number): Health {
  const rook = rookHealth(object)
  if (rook.state !== 'healthy') return rook
  const status = textAt(object, 'status.ceph.health')
  const checked = textAt(object, 'status.ceph.lastChecked')
  if (!status || !checked) return { state: 'unknown', reason: 'NotObserved', message: 'Ceph has not been heard of yet' }
  const evidence = [
    { path: 'status.ceph.health', value: status },
    { path: 'status.ceph.lastChecked', value: checked },
  ]
  const age = now - Date.parse(checked)
  if (Number.isNaN(age)) return { state: 'unknown', reason: 'Malformed', message: 'lastChecked is no time', evidence }
  const state = (Object.hasOwn(HEALTH, status) ? HEALTH[status] : undefined) ?? 'unknown'
  if (age > MAX_CHECK_AGE) {
    const isBad = severity(state) > severity('unknown')
    return {
      state: isBad ? state : 'unknown',
      reason: isBad ? status : 'Stale',
      message: `it reported ${status} ${formatAge(age)} ago, and nothing since`,
      evidence,
    }
  }
  const since = textAt(object, 'status.ceph.lastChanged')
  return { ...effectHealth(object, status, now), reason: status, ...(since ? { since } : {}), evidence }
}

/** The health codes decide, where Ceph reports them; else its one word. */
function effectHealth(object: KubeObject, status: string, now: number): Pick<Health, 'state' | 'message' | 'notes'> {
  const checks = cephHealthChecks(object)
  const [silenced, open] = [checks.filter(isSilenced), checks.filter((check) => !isSilenced(check))]
  const muted = (status === 'HEALTH_OK' ? checks : silenced).map((check) => `muted on purpose: ${textOf(check)}`)
  const byWord = Object.hasOwn(HEALTH, status) ? (HEALTH[status] ?? 'unknown') : 'unknown'
  if (checks.length === 0 || byWord === 'healthy' || byWord === 'unknown')
    return { state: byWord, ...(muted.length > 0 ? { notes: muted } : {}) }
  const harmless = open.filter(({ effect }) => effect === 'nothing').map((check) => `${textOf(check)} (stops no I/O)`)
  const notes = [...harmless, ...muted]
  const state = cephEffectState(open, textAt(object, 'status.ceph.lastChanged'), now)
  const message = open.map(textOf).join('; ')
  return { state, ...(message && state !== 'healthy' ? { message } : {}), ...(notes.length > 0 ? { notes } : {}) }
}

const textOf = ({ code, message }: CephHealthCheck): string => `${code}: ${message}`

// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { entriesAt, textAt } from '../../model/object/fields.ts'
import { inNamespace } from '../../model/object/reference.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { formatAge } from '../../model/text/time.ts'
import { shortfall } from '../claims/pool-members.ts'
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

/** Ceph's daemons are many on purpose: one that is lost costs safety, and Ceph itself says when it costs more. */
function daemonLinks({ metadata }: KubeObject): readonly Link[] {
  return ['mon', 'mgr', 'osd', 'crashcollector', 'exporter'].map((daemon) => {
    const labels = { app: `rook-ceph-${daemon}` }
    const to = { where: 'here', group: 'apps', kind: 'Deployment', labels, ...inNamespace(metadata.namespace) } as const
    return { rel: 'owns', to, path: 'metadata.namespace', weak: 'counted', optional: true }
  })
}

/** Where Rook writes down which monitors there are. */
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

/** Rook asks Ceph every minute. What it heard longer ago than this proves nothing. */
const SILENCE = 5 * 60_000

function health(object: KubeObject, now: number): Health {
  const rook = rookHealth(object)
  if (rook.state !== 'healthy') return rook
  const word = textAt(object, 'status.ceph.health')
  const checked = textAt(object, 'status.ceph.lastChecked')
  if (!word || !checked) return { state: 'unknown', reason: 'NotObserved', message: 'Ceph has not been heard of yet' }
  const evidence = [
    { path: 'status.ceph.health', value: word },
    { path: 'status.ceph.lastChecked', value: checked },
  ]
  const age = now - Date.parse(checked)
  if (Number.isNaN(age)) return { state: 'unknown', reason: 'Malformed', message: 'lastChecked is no time', evidence }
  if (age > SILENCE) {
    return {
      state: 'unknown',
      reason: 'Stale',
      message: `it said ${word} ${formatAge(age)} ago, and nothing since`,
      evidence,
    }
  }
  const [message, since] = [details(object), textAt(object, 'status.ceph.lastChanged')]
  return {
    state: Object.hasOwn(HEALTH, word) ? (HEALTH[word] ?? 'unknown') : 'unknown',
    reason: word,
    ...(message ? { message } : {}),
    ...(since ? { since } : {}),
    evidence,
  }
}

/** What Ceph complains of, by its own codes. */
function details(object: KubeObject): string {
  return entriesAt(object, 'status.ceph.details')
    .map(([code, detail]) => `${code}: ${textAt(detail, 'message') ?? ''}`)
    .join('; ')
}

// SPDX-License-Identifier: Apache-2.0

import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { closestMatches } from '../../model/text/closest-matches.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { type PoolContext, poolSites } from '../pools/sites.ts'
import { clustersNamed } from '../shared/parse-subject.ts'
import { unreadOf } from '../shared/unread-candidates.ts'
import { type Host, hypervisorHosts } from './hosts.ts'

/**
 * Resolves NODE or NODE@CLUSTER. Several matches are a usage error; none exits 8 with close names, or 3 or 7 if the
 * host may be among what could not be read.
 */
export function findHost(context: PoolContext, snapshot: Snapshot, text: string): Host {
  const at = text.indexOf('@')
  const [name, cluster] = at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
  const labels = clustersNamed(cluster, snapshot.clusters)
  const all = poolSites(context)
    .filter((site) => site.type === 'hypervisor' && site.cluster && labels.has(site.cluster.label))
    .flatMap((site) => hypervisorHosts(context, site))
  const [first, ...others] = all.filter((host) => host.name === name)
  if (first && others.length === 0) return first
  if (first) {
    const places = [first, ...others].map(({ site }) => `${name}@${site.cluster?.label}`)
    throw new C5c3Error(
      'AMBIGUOUS',
      'usage',
      `"${safeLine(text)}" is ambiguous (${places.length} matches)`,
      places.slice(0, 8),
    )
  }
  const unread = unreadOf({ kinds: KINDS, isNamed: true, roles: ['hypervisor'] }, labels, snapshot)
  if (unread) throw unread.error(`node "${safeLine(name)}"`)
  const names = all.map((host) => host.name)
  const close = closestMatches(name, names)
  throw new C5c3Error('NOT_FOUND', 'notFound', `hypervisor "${safeLine(name)}" not found`, [
    close.length > 0 ? `did you mean: ${close.join(', ')}?` : `available: ${names.slice(0, 8).join(', ') || 'none'}`,
  ])
}

const KINDS = ['Node', 'Hypervisor.kvm.cloud.sap', 'Hypervisor.hypervisor.c5c3.io']

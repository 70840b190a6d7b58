// SPDX-License-Identifier: Apache-2.0
import type { Check, CheckContext, CheckFinding } from '../../model/check/check.ts'
import { fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { countAt, flagAt, textAt } from '../../model/object/fields.ts'
import { isOlder, MINUTE } from '../../model/text/time.ts'
import { CEPH, rookWords } from '../shared/ceph-health.ts'
import { counted } from '../shared/pool-members.ts'

const POOL = 'CephBlockPool.ceph.rook.io'

export const blockPoolFailing: Check = {
  id: 'block-pool-failing',
  category: 'storage',
  severity: 'error',
  title: 'A Ceph pool cannot be made as it was asked for',
  why: 'The pool is not there, or keeps fewer copies than was asked for: volumes or images of its tenant cannot be written. Mostly there are fewer hosts than copies.',
  fix: 'Add storage nodes, or ask for fewer copies; for anything else look at the log of the Rook operator.',
  byHand: [
    'kubectl -n rook-ceph get cephblockpools.ceph.rook.io',
    'kubectl -n rook-ceph logs deployment/rook-ceph-operator --tail=100',
    'kubectl get nodes',
  ],
  modes: ['F43'],
  about: [POOL],
  beside: [CEPH, 'Node'],
  *run(sight) {
    const spread = new Set<GraphNode>()
    for (const ceph of sight.of(CEPH)) {
      const hosts = hostsOf(sight, ceph)
      if (hosts === undefined) continue
      const pools = sight
        .into(ceph, POOL)
        .filter((pool) => copiesOf(pool) > hosts && !pool.object?.metadata.deletionTimestamp)
      for (const pool of pools) spread.add(pool)
      if (pools.length > 0) yield tooFewHosts(ceph, pools, hosts)
    }
    for (const pool of sight.of(POOL)) {
      if (spread.has(pool) || !isFailing(sight, pool)) continue
      const words = rookWords(pool)
      yield {
        mode: 'F43',
        subject: pool,
        message: words.message ?? `its phase is ${textAt(pool.object, 'status.phase')}`,
        evidence: [
          fieldProof(pool, 'status.phase'),
          ...words.proof,
          fieldProof(pool, 'spec.replicated.size'),
          fieldProof(pool, 'spec.failureDomain'),
        ],
        next: [kubectl(pool, 'logs', 'deployment/rook-ceph-operator', '--tail=100')],
      }
    }
  },
}

/** One finding, however many pools want more hosts than there are. */
function tooFewHosts(ceph: GraphNode, pools: readonly GraphNode[], hosts: number): CheckFinding {
  return {
    mode: 'F43',
    subject: ceph,
    message: `it has ${counted(hosts, 'host')}, too few for the copies of ${pools
      .map(({ name }) => name)
      .slice(0, 3)
      .join(', ')}${pools.length > 3 ? ` and ${pools.length - 3} more` : ''}`,
    evidence: [
      { on: ceph, path: 'nodes of its cluster', value: String(hosts) },
      ...pools
        .slice(0, 3)
        .flatMap((pool) => [fieldProof(pool, 'spec.replicated.size'), fieldProof(pool, 'status.phase')]),
    ],
    affects: pools,
    standsAlone: true,
    next: [kubectl({ cluster: ceph.cluster }, 'get', 'nodes'), kubectl(ceph, 'get', 'cephblockpools.ceph.rook.io')],
  }
}

/** Hosts that copies can be spread over; undefined when nobody could count them. */
function hostsOf(sight: CheckContext, ceph: GraphNode): number | undefined {
  if (!sight.isRead('Node', ceph.cluster) || flagAt(ceph.object, 'spec.external.enable') === true) return undefined
  const nodes = sight.of('Node').filter(({ cluster }) => cluster.label === ceph.cluster.label)
  return nodes.length > 0 ? nodes.length : undefined
}

/** How many hosts a pool wants; Rook spreads copies over hosts unless it is told otherwise. */
const copiesOf = ({ object }: GraphNode): number =>
  (textAt(object, 'spec.failureDomain') ?? 'host') === 'host' ? (countAt(object, 'spec.replicated.size') ?? 0) : 0

/** It failed, or has not become ready for ten minutes: one that was ready before has an id. */
function isFailing(sight: CheckContext, pool: GraphNode): boolean {
  const { state } = sight.own(pool)
  if (pool.object?.metadata.deletionTimestamp) return false
  if (state === 'failed') return true
  const isNew = countAt(pool.object, 'status.poolID') === undefined
  return state === 'progressing' && isNew && isOlder(pool.object?.metadata.creationTimestamp, 10 * MINUTE, sight.now)
}

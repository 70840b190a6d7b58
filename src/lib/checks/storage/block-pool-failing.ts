// SPDX-License-Identifier: Apache-2.0
import type { Check, CheckContext, CheckFinding } from '../../model/check/check.ts'
import { fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isInProgress } from '../../model/graph/health.ts'
import { countAt, flagAt, textAt } from '../../model/object/fields.ts'
import { isOlder, MINUTE } from '../../model/text/time.ts'
import { CEPH, rookWords } from '../shared/ceph-health.ts'
import { counted } from '../shared/pool-members.ts'

const POOL = 'CephBlockPool.ceph.rook.io'

export const blockPoolFailing: Check = {
  id: 'block-pool-failing',
  category: 'storage',
  severity: 'error',
  title: 'Ceph pool cannot be created as requested',
  why: 'The pool does not exist, or has fewer replicas than requested: its tenant cannot write volumes or images. Usually there are fewer hosts than replicas.',
  fix: 'Add storage nodes, or request fewer replicas. For any other cause read the log of the Rook operator.',
  byHand: [
    'kubectl --context STORAGE -n rook-ceph get cephblockpools.ceph.rook.io',
    'kubectl --context STORAGE -n rook-ceph logs deployment/rook-ceph-operator --tail=100',
    'kubectl --context CONTEXT get nodes',
  ],
  modes: ['F43'],
  about: [POOL],
  beside: [CEPH, 'Node'],
  *run(context) {
    const reported = new Set<GraphNode>()
    for (const ceph of context.of(CEPH)) {
      const hosts = hostsOf(context, ceph)
      if (hosts === undefined) continue
      const pools = context
        .into(ceph, POOL)
        .filter((pool) => copiesOf(pool) > hosts && !pool.object?.metadata.deletionTimestamp)
      for (const pool of pools) reported.add(pool)
      if (pools.length > 0) yield tooFewHosts(ceph, pools, hosts)
    }
    for (const pool of context.of(POOL)) {
      if (reported.has(pool) || !isFailing(context, pool)) continue
      const report = rookWords(pool)
      yield {
        mode: 'F43',
        subject: pool,
        message: report.message ?? `phase is ${textAt(pool.object, 'status.phase')}`,
        evidence: [
          fieldProof(pool, 'status.phase'),
          ...report.proof,
          fieldProof(pool, 'spec.replicated.size'),
          fieldProof(pool, 'spec.failureDomain'),
        ],
        next: [kubectl(pool, 'logs', 'deployment/rook-ceph-operator', '--tail=100')],
      }
    }
  },
}

/** A single finding for all pools that need more hosts than exist. */
function tooFewHosts(ceph: GraphNode, pools: readonly GraphNode[], hosts: number): CheckFinding {
  return {
    mode: 'F43',
    subject: ceph,
    message: `${counted(hosts, 'host')}, too few for the replicas of ${pools
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

/** Hosts over which copies can be spread; undefined if unknown. */
function hostsOf(context: CheckContext, ceph: GraphNode): number | undefined {
  if (!context.isRead('Node', ceph.cluster) || flagAt(ceph.object, 'spec.external.enable') === true) return undefined
  const nodes = context.of('Node').filter(({ cluster }) => cluster.label === ceph.cluster.label)
  return nodes.length > 0 ? nodes.length : undefined
}

/** How many hosts a pool needs; Rook spreads copies over hosts by default. */
const copiesOf = ({ object }: GraphNode): number =>
  (textAt(object, 'spec.failureDomain') ?? 'host') === 'host' ? (countAt(object, 'spec.replicated.size') ?? 0) : 0

/** It failed, or has not become ready within ten minutes; a poolID shows that it was ready before. */
function isFailing(context: CheckContext, pool: GraphNode): boolean {
  const { state } = context.own(pool)
  if (pool.object?.metadata.deletionTimestamp) return false
  if (state === 'failed') return true
  const isNew = countAt(pool.object, 'status.poolID') === undefined
  return isInProgress(state) && isNew && isOlder(pool.object?.metadata.creationTimestamp, 10 * MINUTE, context.now)
}

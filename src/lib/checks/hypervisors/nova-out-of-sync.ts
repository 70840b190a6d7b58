// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../../model/check/check.ts'
import { conditionOf, conditionProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { conditionSaying } from '../../model/object/conditions.ts'
import { isOlder, MINUTE } from '../../model/text/time.ts'
import {
  COUNTED_POOL_KINDS,
  HYPERVISORS,
  isNodeDown,
  poolHypervisors,
  poolOf,
  SHOOT,
  shortOf,
} from '../shared/pool-members.ts'

const TYPES = ['TraitsUpdated', 'AggregatesUpdated'] as const

export const novaOutOfSync: Check = {
  id: 'nova-out-of-sync',
  category: 'hypervisors',
  severity: 'error',
  effect: 'degrades',
  title: 'Traits or aggregates of a host do not reach OpenStack',
  why: 'The operator cannot write them to Placement or Nova, so that the scheduler uses outdated ones: it places instances on hosts of another tenant or zone, or on none. If many hosts are affected, the API or its credentials are the cause.',
  fix: 'Check the Placement and Nova APIs and the credentials of the hypervisor operator.',
  byHand: ['kubectl --context CONTEXT get hypervisors.kvm.cloud.sap NAME -o yaml', 'openstack resource provider list'],
  modes: ['F34'],
  about: HYPERVISORS,
  beside: ['Node', SHOOT, ...COUNTED_POOL_KINDS],
  *run(context) {
    const broken = poolHypervisors(context).flatMap((node) => {
      const type = TYPES.find((one) => isFailed(node, one, context.now))
      if (type === undefined) return []
      const isOnboarded = conditionOf(node, 'Onboarding')?.status !== 'True' && !node.object?.metadata.deletionTimestamp
      return isOnboarded && !isNodeDown(context, node) ? [{ node, type }] : []
    })
    const groups = Map.groupBy(broken, ({ node, type }) => `${node.cluster.label} ${type} ${failureOf(node, type)}`)
    for (const group of groups.values()) {
      const [first] = group
      if (!first) continue
      const { node, type } = first
      const { message } = conditionOf(node, type) ?? {}
      const nodes = group.map((one) => one.node)
      const pool = nodes.length > 1 ? poolOf(context, node) : undefined
      yield {
        mode: 'F34',
        subject: pool ?? node,
        message: `${pool ? `${nodes.length} hypervisors: ` : ''}${message || `${type} is False`}`,
        evidence: nodes.slice(0, 3).map((one) => conditionProof(one, type)),
        affects: [...nodes, ...nodes.flatMap((one) => shortOf(context, one))].filter(
          ({ id }) => id !== (pool ?? node).id,
        ),
        next: [kubectl({ cluster: node.cluster }, 'get', `hypervisors.${node.group}`)],
      }
    }
  },
}

/** False for other reasons is an intermediate step. */
function isFailed({ object }: GraphNode, type: string, now: number): boolean {
  const failed = object && conditionSaying(object, type, 'False')
  return failed?.reason === 'Failed' && isOlder(failed.since, 30 * MINUTE, now)
}

/** Messages of the same failure differ only in host, id or request. */
const failureOf = (node: GraphNode, type: string) =>
  (conditionOf(node, type)?.message ?? '').replaceAll(node.name, '').replace(/[0-9a-f-]{8,}/g, '')

// SPDX-License-Identifier: Apache-2.0

import { offboardingBlocker } from '../../kinds/hypervisor-operator/lifecycle.ts'
import type { Check, CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { conditionsOf } from '../../model/object/conditions.ts'
import { countAt, entriesAt } from '../../model/object/fields.ts'
import { objectArgs } from '../../model/text/command.ts'
import { HOUR, isOlder } from '../../model/text/time.ts'
import { EVICTIONS } from '../shared/evictions.ts'
import { counted, HYPERVISORS } from '../shared/pool-members.ts'

const BUDGET = 'PodDisruptionBudget.policy'

/** Label with which the hypervisor operator ties the Pod that blocks a drain to its PodDisruptionBudget. */
const BUDGET_LABEL = 'cobaltcore-maintenance-controller'

/** A drain that is blocked for longer is unusual. */
const MAX_DRAIN_TIME = 4 * HOUR

export const drainHeld: Check = {
  id: 'drain-held',
  category: 'hypervisors',
  severity: 'info',
  title: 'Drain is blocked by instances on the host',
  why: 'Gardener drains the node, but a Pod that must not be evicted blocks the drain until the host is offboarded from OpenStack. This is by design: the drain continues when the last instance has moved and high availability is disabled.',
  fix: 'Let the eviction finish; if it does not progress, check the Eviction. Do not delete the PodDisruptionBudget: that kills the remaining instances.',
  byHand: [
    'kubectl --context CONTEXT get hypervisors.kvm.cloud.sap NODE -o yaml',
    'kubectl --context CONTEXT get evictions.kvm.cloud.sap',
    'kubectl --context CONTEXT -n kube-system get pdb maint-NODE',
  ],
  modes: ['F28'],
  about: ['Node'],
  beside: [BUDGET, ...HYPERVISORS, ...EVICTIONS],
  clusters: ['hypervisor'],
  *run(context) {
    const budgets = blockingBudgets(context)
    for (const node of context.of('Node')) {
      const budget = budgets.size === 0 ? undefined : budgets.get(`${node.cluster.label} ${node.name}`)
      const since = budget && terminatingSince(node)
      if (!budget || since === undefined) continue
      for (const hypervisor of HYPERVISORS.flatMap((kind) => context.out(node, kind))) {
        if (conditionOf(hypervisor, 'Offboarded')?.status === 'True') continue
        yield {
          mode: 'F28',
          subject: hypervisor,
          message: `the drain of node ${node.name} is blocked: ${blockedBy(hypervisor)}`,
          evidence: [
            node.object?.metadata.deletionTimestamp
              ? { on: node, path: 'metadata.deletionTimestamp', value: since, since }
              : conditionProof(node, 'Terminating'),
            fieldProof(budget, 'status.disruptionsAllowed'),
            conditionProof(hypervisor, 'Offboarded'),
            ...hostEvidence(hypervisor),
          ],
          ...(isOlder(since, MAX_DRAIN_TIME, context.now) ? { severity: 'warning' as const } : {}),
          next: EVICTIONS.flatMap((kind) => context.out(hypervisor, kind)).map((eviction) =>
            kubectl(eviction, 'describe', ...objectArgs(`evictions.${eviction.group}`, eviction.name)),
          ),
        }
      }
    }
  },
}

/** PodDisruptionBudgets that allow no disruption, by the node whose drain they block. */
function blockingBudgets(context: CheckContext): ReadonlyMap<string, GraphNode> {
  return new Map(
    context.of(BUDGET).flatMap((budget) => {
      if (countAt(budget.object, 'status.disruptionsAllowed') !== 0) return []
      const selected = entriesAt(budget.object, 'spec.selector.matchLabels').find(([key]) => key === BUDGET_LABEL)?.[1]
      const node = typeof selected === 'string' ? selected.replace(/^maint-/, '') : undefined
      return node ? [[`${budget.cluster.label} ${node}`, budget] as const] : []
    }),
  )
}

/**
 * When Gardener or the API began to remove the node; '' if the condition has no date.
 * @see https://github.com/cobaltcore-dev/openstack-hypervisor-operator/blob/8ee7e08/api/v1/hypervisor_types.go#L63-L66
 */
function terminatingSince(node: GraphNode): string | undefined {
  const terminating = conditionOf(node, 'Terminating')
  const deleted = node.object?.metadata.deletionTimestamp
  return deleted ?? (terminating?.status === 'True' ? (terminating.since ?? '') : undefined)
}

function blockedBy(hypervisor: GraphNode): string {
  const blocker = hypervisor.object && offboardingBlocker(conditionsOf(hypervisor.object))
  if (blocker) return blocker
  const left = countAt(hypervisor.object, 'status.numInstances') ?? 0
  if (left > 0) return `${counted(left, 'instance')} still on the host`
  return conditionOf(hypervisor, 'HaEnabled')?.status === 'True'
    ? 'high availability is still enabled'
    : 'the host is not offboarded from OpenStack'
}

const hostEvidence = (hypervisor: GraphNode): FindingEvidence[] => [
  fieldProof(hypervisor, 'status.numInstances'),
  ...['Evicting', 'HaEnabled'].flatMap((type) =>
    conditionOf(hypervisor, type)?.status === 'True' ? [conditionProof(hypervisor, type)] : [],
  ),
  ...(conditionOf(hypervisor, 'AgentPodsEvicted')?.status === 'False'
    ? [conditionProof(hypervisor, 'AgentPodsEvicted')]
    : []),
]

// SPDX-License-Identifier: Apache-2.0
import type { Check, CheckContext } from '../../model/check/check.ts'
import { conditionOf, conditionProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { countAt, flagAt, listAt, textAt } from '../../model/object/fields.ts'
import { HOUR, isOlder } from '../../model/text/time.ts'
import { COUNTED_POOL_KINDS, SHOOT, shortOf } from '../shared/pool-members.ts'

const CLAIM = 'ServerClaim.metal.ironcore.dev'

export const nodesMissing: Check = {
  id: 'nodes-missing',
  category: 'clusters',
  severity: 'error',
  effect: 'degrades',
  title: 'Cluster has fewer nodes than requested',
  why: 'Requested machines never joined the cluster: none is free, or one does not boot. The pool has less capacity than its tenants expect.',
  fix: 'Check the ServerClaims that are not Bound, and whether free Servers exist. For Bound machines, check the boot console.',
  byHand: [
    'kubectl --context GARDEN -n GARDEN-NAMESPACE describe shoot NAME',
    'kubectl --context CONTEXT -n TECHNICAL-ID get serverclaims.metal.ironcore.dev',
  ],
  modes: ['F27'],
  about: [SHOOT],
  beside: ['Node', CLAIM, ...COUNTED_POOL_KINDS],
  clusters: ['garden', 'hypervisor', 'storage'],
  *run(context) {
    for (const shoot of context.of(SHOOT)) {
      const nodes = context.out(shoot, 'Node')
      if (!isSettled(shoot, context.now) || nodes.some((node) => context.own(node).state === 'failed')) continue
      const everyNodeReady = conditionOf(shoot, 'EveryNodeReady')
      const minimum = minimumNodes(shoot)
      // An unreadable cluster is represented by an unseen node: the count is unknown then.
      const isCounted = nodes.every(({ source }) => source !== 'unseen')
      const isShort = isCounted && nodes.length > 0 && nodes.length < minimum
      if (everyNodeReady?.status !== 'False' && !isShort) continue
      const unbound = unboundClaims(context, shoot)
      yield {
        mode: 'F27',
        subject: shoot,
        message: isShort
          ? `${nodes.length} of at least ${minimum} nodes have joined`
          : everyNodeReady?.message || 'not every node is ready',
        evidence: [
          conditionProof(shoot, 'EveryNodeReady'),
          { on: shoot, path: 'spec.provider.workers.minimum', value: `${minimum}, with ${nodes.length} nodes found` },
          ...unbound.map((claim) => ({ on: claim, path: 'status.phase', value: 'Unbound' })),
        ],
        affects: [...shortOf(context, shoot), ...new Set(nodes.flatMap((node) => shortOf(context, node)))].filter(
          ({ id }) => id !== shoot.id,
        ),
        next: [
          ...unbound.slice(0, 1).map((claim) => kubectl(claim, 'get', 'serverclaims.metal.ironcore.dev')),
          kubectl({ cluster: shoot.cluster }, 'get', 'servers.metal.ironcore.dev'),
        ],
      }
    }
  },
}

/** A Shoot that is being created, hibernated or deleted is not short of nodes. */
function isSettled({ object }: GraphNode, now: number): boolean {
  const isHibernated =
    flagAt(object, 'spec.hibernation.enabled') === true || flagAt(object, 'status.hibernated') === true
  const isBusy = textAt(object, 'status.lastOperation.type') !== 'Reconcile'
  return (
    !isHibernated &&
    !isBusy &&
    !object?.metadata.deletionTimestamp &&
    isOlder(object?.metadata.creationTimestamp, HOUR, now)
  )
}

const minimumNodes = ({ object }: GraphNode) =>
  listAt(object, 'spec.provider.workers').reduce((sum, worker) => sum + (countAt(worker, 'minimum') ?? 0), 0)

const unboundClaims = (context: CheckContext, shoot: GraphNode) =>
  context
    .out(shoot, CLAIM)
    .filter(({ object }) => textAt(object, 'status.phase') === 'Unbound')
    .slice(0, 3)

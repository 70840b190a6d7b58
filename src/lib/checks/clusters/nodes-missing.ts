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
  title: 'A cluster has fewer nodes than it asked for',
  why: 'Machines were asked for and never joined: there is no free one, or one does not boot. The pool has less room than was promised to its tenants.',
  fix: 'Look at the ServerClaims that are not Bound and at free Servers; for machines that are Bound look at their boot console.',
  byHand: [
    'kubectl -n GARDEN-NAMESPACE describe shoot NAME',
    'kubectl -n TECHNICAL-ID get serverclaims.metal.ironcore.dev',
  ],
  modes: ['F27'],
  about: [SHOOT],
  beside: ['Node', CLAIM, ...COUNTED_POOL_KINDS],
  *run(sight) {
    for (const shoot of sight.of(SHOOT)) {
      const nodes = sight.out(shoot, 'Node')
      if (!isSettled(shoot, sight.now) || nodes.some((node) => sight.own(node).state === 'failed')) continue
      const every = conditionOf(shoot, 'EveryNodeReady')
      const least = leastOf(shoot)
      // A cluster that could not be read stands in for its nodes: nobody counted them.
      const isCounted = nodes.every(({ source }) => source !== 'unseen')
      const isShort = isCounted && nodes.length > 0 && nodes.length < least
      if (every?.status !== 'False' && !isShort) continue
      const waiting = unboundOf(sight, shoot)
      yield {
        mode: 'F27',
        subject: shoot,
        message: isShort
          ? `${nodes.length} of at least ${least} nodes have joined`
          : every?.message || 'not every node is ready',
        evidence: [
          conditionProof(shoot, 'EveryNodeReady'),
          { on: shoot, path: 'spec.provider.workers.minimum', value: `${least}, with ${nodes.length} nodes seen` },
          ...waiting.map((claim) => ({ on: claim, path: 'status.phase', value: 'Unbound' })),
        ],
        affects: [...shortOf(sight, shoot), ...new Set(nodes.flatMap((node) => shortOf(sight, node)))].filter(
          ({ id }) => id !== shoot.id,
        ),
        next: [
          ...waiting.slice(0, 1).map((claim) => kubectl(claim, 'get', 'serverclaims.metal.ironcore.dev')),
          kubectl({ cluster: shoot.cluster }, 'get', 'servers.metal.ironcore.dev'),
        ],
      }
    }
  },
}

/** One that is made, put to sleep or deleted is not short of anything yet. */
function isSettled({ object }: GraphNode, now: number): boolean {
  const isAsleep = flagAt(object, 'spec.hibernation.enabled') === true || flagAt(object, 'status.hibernated') === true
  const isBusy = textAt(object, 'status.lastOperation.type') !== 'Reconcile'
  return (
    !isAsleep &&
    !isBusy &&
    !object?.metadata.deletionTimestamp &&
    isOlder(object?.metadata.creationTimestamp, HOUR, now)
  )
}

const leastOf = ({ object }: GraphNode) =>
  listAt(object, 'spec.provider.workers').reduce((sum, worker) => sum + (countAt(worker, 'minimum') ?? 0), 0)

const unboundOf = (sight: CheckContext, shoot: GraphNode) =>
  sight
    .out(shoot, CLAIM)
    .filter(({ object }) => textAt(object, 'status.phase') === 'Unbound')
    .slice(0, 3)

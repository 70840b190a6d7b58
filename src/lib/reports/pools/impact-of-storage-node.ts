// SPDX-License-Identifier: Apache-2.0
import { isFine } from '../../model/graph/health.ts'
import { amountsOf } from './amounts.ts'
import type { PoolMachine } from './find-pool.ts'
import { type ImpactOutcome, type Outcomes, plural } from './impact-model.ts'
import type { PoolIndex } from './pool-index.ts'
import type { QuorumAfter } from './quorum-after.ts'
import { hiddenIn, membersOf } from './sites.ts'
import type { RbdPool } from './tenancy.ts'

/** Assumes that Ceph places the replicas of an object on different machines. */
export function impactOfStorageNode(
  view: PoolIndex,
  machine: PoolMachine,
  quorum: QuorumAfter | undefined,
  pools: readonly RbdPool[],
): Outcomes {
  const hidden = hiddenIn(view.world, machine.site, 'CephBlockPool.ceph.rook.io')
  if (pools.length === 0 && hidden !== undefined) return sameOutcome({ effect: 'unknown', why: hidden })
  if (pools.length === 0) return sameOutcome({ effect: 'nothing', why: 'it has no RBD pool in this pool' })
  if (quorum && !quorum.kept)
    return sameOutcome({
      effect: 'stops',
      why: `the monitors lose their quorum: ${quorum.after} of ${quorum.total} are left`,
    })
  const nodes = membersOf(view.world, machine.site, 'Node')
  const healthy = nodes.filter(({ id }) => isFine(view.assessment.own(id).state))
  const remaining = healthy.filter((node) => node !== machine.node).length
  return {
    drained: drainOutcome(pools, remaining, fullRatioAfter(view, machine, healthy.length, remaining)),
    lost: lossOutcome(pools, nodes.length - remaining, remaining),
  }
}

const sameOutcome = (outcome: ImpactOutcome): Outcomes => ({ drained: outcome, lost: outcome })

const names = (pools: readonly RbdPool[]) => pools.map(({ name }) => name).join(', ')

function lossOutcome(pools: readonly RbdPool[], lostNodes: number, remaining: number): ImpactOutcome {
  const blocked = pools.filter(({ copies }) => copies !== undefined && copies - lostNodes < minCopies(copies))
  if (blocked.length > 0) return { effect: 'stops', why: `too few copies are left of ${names(blocked)}` }
  const undecided = pools.filter(({ copies, failureDomain }) => copies === undefined || failureDomain === 'osd')
  if (undecided.length > 0)
    return {
      effect: 'unknown',
      why: `all copies of ${names(undecided)} may be on this machine`,
    }
  const where = plural(remaining, 'node')
  return { effect: 'reduced', why: `one copy of its data is missing until ${where} rebuild it` }
}

/** Ceph's default min_size: size minus half of it, rounded down. */
const minCopies = (copies: number) => copies - Math.floor(copies / 2)

/** Ceph's default nearfull ratio; it blocks writes at 0.95 (full). */
const NEARLY_FULL = 0.85

function drainOutcome(pools: readonly RbdPool[], remaining: number, full: number | undefined): ImpactOutcome {
  const tooFewNodes = pools.filter(({ copies }) => copies !== undefined && copies > remaining)
  if (tooFewNodes.length > 0)
    return { effect: 'reduced', why: `${plural(remaining, 'node')} cannot hold all copies of ${names(tooFewNodes)}` }
  if (full === undefined) return { effect: 'unknown', why: 'how full Ceph is, is not known' }
  const share = `which are then ${Math.round(full * 100)}% full if all nodes are alike`
  const why = `its copies move to ${plural(remaining, 'other node')}, ${share}`
  return { effect: full > NEARLY_FULL ? 'reduced' : 'nothing', why }
}

function fullRatioAfter({ assessment, world }: PoolIndex, { site }: PoolMachine, before: number, after: number) {
  const { total, used } = amountsOf(assessment, world, site).cephBytes ?? {}
  return total && used !== undefined && after > 0 ? (used / total) * (before / after) : undefined
}

// SPDX-License-Identifier: Apache-2.0
import { isFine } from '../../model/graph/health.ts'
import { amountsOf } from './amounts.ts'
import type { PoolMachine } from './find-pool.ts'
import { type ImpactOutcome, type Outcomes, plural } from './impact-model.ts'
import type { PoolIndex } from './pool-index.ts'
import type { QuorumAfter } from './quorum-after.ts'
import { hiddenIn, membersOf } from './sites.ts'
import type { RbdPool } from './tenancy.ts'

/** Ceph keeps copies on different machines: as many may be lost as leave enough to write. */
export function impactOfStorageNode(
  view: PoolIndex,
  machine: PoolMachine,
  quorum: QuorumAfter | undefined,
  pools: readonly RbdPool[],
): Outcomes {
  const hidden = hiddenIn(view.world, machine.site, 'CephBlockPool.ceph.rook.io')
  if (pools.length === 0 && hidden !== undefined) return both({ effect: 'unknown', why: hidden })
  if (pools.length === 0) return both({ effect: 'nothing', why: 'it has no RBD pool there' })
  if (quorum && !quorum.kept)
    return both({ effect: 'stops', why: `the monitors lose their quorum: ${quorum.after} of ${quorum.total} are left` })
  const nodes = membersOf(view.world, machine.site, 'Node')
  const well = nodes.filter(({ id }) => isFine(view.assessment.own(id).state))
  const left = well.filter((node) => node !== machine.node).length
  return {
    drained: drained(pools, left, fullness(view, machine, well.length, left)),
    lost: lost(pools, nodes.length - left, left),
  }
}

const both = (outcome: ImpactOutcome): Outcomes => ({ drained: outcome, lost: outcome })

const names = (pools: readonly RbdPool[]) => pools.map(({ name }) => name).join(', ')

function lost(pools: readonly RbdPool[], gone: number, left: number): ImpactOutcome {
  const blocked = pools.filter(({ copies }) => copies !== undefined && copies - gone < leastCopies(copies))
  if (blocked.length > 0) return { effect: 'stops', why: `too few copies are left of ${names(blocked)}` }
  const unsure = pools.filter(({ copies, failureDomain }) => copies === undefined || failureDomain === 'osd')
  if (unsure.length > 0)
    return { effect: 'unknown', why: `all copies of ${names(unsure)} may be on this machine: nothing says otherwise` }
  const where = plural(left, 'node')
  return { effect: 'reduced', why: `one copy of its data is missing until ${where} made it again` }
}

/** What Ceph needs to go on writing unless told otherwise: all copies but half of them. */
const leastCopies = (copies: number) => copies - Math.floor(copies / 2)

/** Above this Ceph warns, a little later it stops writing. */
const NEARLY_FULL = 0.85

function drained(pools: readonly RbdPool[], left: number, full: number | undefined): ImpactOutcome {
  const cramped = pools.filter(({ copies }) => copies !== undefined && copies > left)
  if (cramped.length > 0)
    return { effect: 'reduced', why: `${plural(left, 'node')} cannot hold all copies of ${names(cramped)}` }
  if (full === undefined) return { effect: 'unknown', why: 'how full Ceph is, is not known' }
  const share = `which are then ${Math.round(full * 100)}% full if all nodes are alike`
  const why = `its copies move to ${plural(left, 'other node')}, ${share}`
  return { effect: full > NEARLY_FULL ? 'reduced' : 'nothing', why }
}

function fullness({ assessment, world }: PoolIndex, { site }: PoolMachine, before: number, after: number) {
  const { total, used } = amountsOf(assessment, world, site).cephBytes ?? {}
  return total && used !== undefined && after > 0 ? (used / total) * (before / after) : undefined
}

// SPDX-License-Identifier: Apache-2.0
import { conditionsOf } from '../model/conditions.ts'
import { countAt, flagAt, labelAt } from '../model/fields.ts'
import type { GraphNode } from '../model/graph.ts'
import { isFine } from '../model/health.ts'
import { bytesText, countText } from './amount-words.ts'
import { type Outcome, plural, servicesOf, type TenantImpact, tenantHead } from './impact.ts'
import { hypervisorsOf, loadOf, sum, takesInstances } from './pool-amounts.ts'
import { majority, type Quorum } from './pool-monitors.ts'
import { membersOf } from './pool-sites.ts'
import type { PoolMachine } from './pool-subject.ts'
import { rbdPoolsOf, tenancyOf } from './pool-tenancy.ts'
import type { Tenant } from './pool-tenants.ts'
import type { PoolView } from './pool-view.ts'

/** The tenants that use a machine: all of the pool, but of hypervisors only those whose aggregates hold it. */
export function tenantsOnNode(view: PoolView, { site, node }: PoolMachine): readonly Tenant[] {
  const users = view.usersOf(site)
  const hypervisor = hypervisorOn(view, { site, node })
  if (!hypervisor) return users
  return users.filter((tenant) => {
    const { aggregates = [] } = tenancyOf(view, site, tenant)
    const only = tenancyOf(onlyWith(view, hypervisor), site, tenant)
    return aggregates.length === 0 || (only.aggregates ?? []).length > 0
  })
}

/** The same world with one hypervisor. */
function onlyWith(view: PoolView, hypervisor: GraphNode): PoolView {
  const { graph } = view.world
  const of = (kind: string) => graph.of(kind).filter((each) => each.kind !== 'Hypervisor' || each === hypervisor)
  return { ...view, world: { ...view.world, graph: { ...graph, of } } }
}

export function hypervisorOn(view: PoolView, { site, node }: PoolMachine): GraphNode | undefined {
  return hypervisorsOf(view.world, site).find(({ name }) => name === node.name)
}

/** What one tenant loses with one machine. */
export function impactOfNode(
  view: PoolView,
  machine: PoolMachine,
  quorum: QuorumAfter | undefined,
  tenant: Tenant,
): TenantImpact {
  const outcomes =
    machine.site.type === 'storage'
      ? onStorage(view, machine, quorum, tenant)
      : machine.site.type === 'hypervisor'
        ? onHypervisor(view, machine)
        : onControlPlane(view, machine)
  const { effect } = outcomes.lost
  const there = servicesOf(tenant)
  const felt = FELT[machine.site.type].filter((service) => there.has(service))
  const instances = instancesOn(view, machine)
  return {
    ...tenantHead(view, tenant),
    ...outcomes,
    services: effect === 'nothing' ? [] : felt.map((service) => ({ service, effect })),
    otherPools: [],
    ...(instances !== undefined && view.usersOf(machine.site).length === 1 ? { instances } : {}),
    notReplicated: [],
  }
}

const FELT = { hypervisor: ['Nova', 'Neutron'], storage: ['Cinder', 'Glance', 'Nova'], 'control-plane': [] } as const

export function instancesOn(view: PoolView, machine: PoolMachine): number | undefined {
  return countAt(hypervisorOn(view, machine)?.object, 'status.numInstances')
}

type Outcomes = { readonly drained: Outcome; readonly lost: Outcome }

function onHypervisor(view: PoolView, machine: PoolMachine): Outcomes {
  const hypervisor = hypervisorOn(view, machine)
  const unknown: Outcome = { effect: 'unknown', why: 'there is no Hypervisor that says what runs there' }
  const instances = instancesOn(view, machine)
  if (!hypervisor || instances === undefined) return { drained: unknown, lost: unknown }
  if (instances === 0) {
    const none: Outcome = { effect: 'nothing', why: 'no instance runs there' }
    return { drained: none, lost: none }
  }
  const others = hypervisorsOf(view.world, machine.site).filter(
    (other) => other !== hypervisor && takesInstances(view.assessment, other),
  )
  const what = plural(instances, 'instance')
  if (others.length === 0) {
    const stops: Outcome = { effect: 'stops', why: `no other hypervisor of the pool takes ${what}` }
    return { drained: stops, lost: stops }
  }
  return { drained: moved(hypervisor, others, what), lost: restarted(hypervisor, what, others.length) }
}

/** Whether the others have room, in sum: that each instance finds a place is the scheduler's to say. */
function moved(hypervisor: GraphNode, others: readonly GraphNode[], what: string): Outcome {
  const need = { cpu: loadOf(hypervisor, 'cpu').used, memory: loadOf(hypervisor, 'memory').used }
  const room = { cpu: freeOn(others, 'cpu'), memory: freeOn(others, 'memory') }
  if (need.cpu === undefined || need.memory === undefined || room.cpu === undefined || room.memory === undefined)
    return { effect: 'unknown', why: `${what} would move; how much room there is, the hypervisors do not say` }
  const fits = need.cpu <= room.cpu && need.memory <= room.memory
  const needs = `${countText(need.cpu)} vCPU and ${bytesText(need.memory)}`
  const free = `${countText(room.cpu)} vCPU and ${bytesText(room.memory)} free on ${plural(others.length, 'other')}`
  return fits
    ? { effect: 'nothing', why: `${what} move (${needs}): ${free}` }
    : { effect: 'reduced', why: `not all of ${what} fit elsewhere (${needs}): ${free}` }
}

function freeOn(others: readonly GraphNode[], resource: 'cpu' | 'memory'): number | undefined {
  const loads = others.map((other) => loadOf(other, resource))
  const known = loads.filter(({ total, used }) => total !== undefined && used !== undefined)
  return known.length === 0 ? undefined : sum(known.map(({ total = 0, used = 0 }) => Math.max(0, total - used)))
}

function restarted({ object }: GraphNode, what: string, others: number): Outcome {
  const enabled = object && conditionsOf(object).get('HaEnabled')?.status
  const saved = flagAt(object, 'spec.highAvailability') !== false && enabled !== 'False'
  return saved
    ? { effect: 'reduced', why: `${what} stop and are started again on ${plural(others, 'other')} (HA is on)` }
    : { effect: 'stops', why: `${what} stop and stay down: HA is off` }
}

/** What is left of the monitors when a machine or a whole pool is gone. */
export interface QuorumAfter {
  readonly total: number
  readonly needed: number
  readonly before: number
  readonly after: number
  readonly kept: boolean
  /** Set when nobody says which machine a monitor runs on: then the worst is assumed. */
  readonly assumed?: string
}

export function quorumAfterNode({ monitors, total, up }: Quorum, { node }: PoolMachine): QuorumAfter | undefined {
  if (total === undefined || up === undefined) return undefined
  const host = labelAt(node.object, 'kubernetes.io/hostname') ?? node.name
  const inside = monitors.filter(({ arbiter }) => !arbiter)
  const placed = inside.length > 0 && inside.every((monitor) => monitor.node !== undefined)
  const here = inside.filter((monitor) => monitor.node === host && isFine(monitor.state)).length
  const after = Math.max(0, up - (placed ? here : 1))
  const assumed = placed ? {} : { assumed: 'no monitor says which machine it runs on: one is taken to run here' }
  return { total, needed: majority(total), before: up, after, kept: after >= majority(total), ...assumed }
}

/** With the pool go all monitors but the arbiters. */
export function quorumAfterPool({ monitors, total, up }: Quorum): QuorumAfter | undefined {
  if (total === undefined || up === undefined) return undefined
  const after = monitors.filter(({ arbiter, state }) => arbiter && isFine(state)).length
  return { total, needed: majority(total), before: up, after, kept: after >= majority(total) }
}

/** Ceph keeps copies on different machines: as many may be lost as leave enough to write. */
function onStorage(
  view: PoolView,
  { site, node }: PoolMachine,
  quorum: QuorumAfter | undefined,
  tenant: Tenant,
): Outcomes {
  const pools = rbdPoolsOf(view, site, tenant)
  if (pools.length === 0) {
    const none: Outcome = { effect: 'nothing', why: 'it has no RBD pool there' }
    return { drained: none, lost: none }
  }
  if (quorum && !quorum.kept) {
    const stops: Outcome = {
      effect: 'stops',
      why: `the monitors lose their quorum: ${quorum.after} of ${quorum.total}`,
    }
    return { drained: stops, lost: stops }
  }
  const nodes = membersOf(view.world, site, 'Node')
  const down = nodes.filter((each) => each !== node && !isFine(view.assessment.own(each.id).state)).length
  const gone = down + 1
  const blocked = pools.filter(({ copies }) => copies !== undefined && copies - gone < leastCopies(copies))
  const left = nodes.length - gone
  const cramped = pools.filter(({ copies }) => copies !== undefined && copies > left)
  const lost: Outcome =
    blocked.length > 0
      ? { effect: 'stops', why: `too few copies are left of ${blocked.map(({ name }) => name).join(', ')}` }
      : {
          effect: 'reduced',
          why: `a copy less of ${plural(pools.length, 'RBD pool')} until ${plural(left, 'node')} made it again`,
        }
  const drained: Outcome =
    cramped.length > 0
      ? {
          effect: 'reduced',
          why: `${plural(left, 'node')} cannot hold all copies of ${cramped.map(({ name }) => name).join(', ')}`,
        }
      : { effect: 'nothing', why: `its copies move to ${plural(left, 'other node')}` }
  return { drained, lost }
}

/** What Ceph needs to go on writing unless told otherwise: all copies but half of them. */
const leastCopies = (copies: number) => copies - Math.floor(copies / 2)

function onControlPlane(view: PoolView, { site, node }: PoolMachine): Outcomes {
  const others = membersOf(view.world, site, 'Node').filter(
    (each) => each !== node && isFine(view.assessment.own(each.id).state),
  )
  if (others.length === 0) {
    const stops: Outcome = { effect: 'stops', why: 'no other node is left' }
    return { drained: stops, lost: stops }
  }
  const where = plural(others.length, 'other node')
  return {
    drained: { effect: 'nothing', why: `its Pods move to ${where}, as their disruption budgets allow` },
    lost: { effect: 'reduced', why: `its Pods are started again on ${where}` },
  }
}

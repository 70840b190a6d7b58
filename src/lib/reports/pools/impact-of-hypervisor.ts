// SPDX-License-Identifier: Apache-2.0

import type { GraphNode } from '../../model/graph/graph.ts'
import { conditionsOf } from '../../model/object/conditions.ts'
import { countAt, flagAt } from '../../model/object/fields.ts'
import { bytesText, countText } from '../shared/format-amount.ts'
import { hypervisorsOf, loadOf, sum, takesInstances } from './amounts.ts'
import type { PoolMachine } from './find-pool.ts'
import { type ImpactOutcome, type Outcomes, plural } from './impact-model.ts'
import type { PoolIndex } from './pool-index.ts'
import { ownAggregates } from './tenancy.ts'
import type { PoolUser } from './tenants.ts'

/** A Hypervisor has the name of its Node. */
export function hypervisorOn(view: PoolIndex, { site, node }: PoolMachine): GraphNode | undefined {
  return hypervisorsOf(view.world, site).find(({ name }) => name === node.name)
}

export function instancesOn(view: PoolIndex, machine: PoolMachine): number | undefined {
  return countAt(hypervisorOn(view, machine)?.object, 'status.numInstances')
}

/** Whether the other hypervisors open to a tenant can take its instances. */
export function impactOfHypervisor(view: PoolIndex, machine: PoolMachine, tenant: PoolUser): Outcomes {
  const hypervisor = hypervisorOn(view, machine)
  const instances = instancesOn(view, machine)
  if (!hypervisor || instances === undefined)
    return sameOutcome({ effect: 'unknown', why: 'no Hypervisor object reports what runs there' })
  if (instances === 0) return sameOutcome({ effect: 'nothing', why: 'no instance runs there' })
  const others = hypervisorsOf(view.world, machine.site).filter(
    (other) => other !== hypervisor && takesInstances(view.assessment, other) && isOpenTo(tenant, hypervisor, other),
  )
  const what = plural(instances, 'instance')
  if (others.length === 0) return sameOutcome({ effect: 'stops', why: `no other hypervisor of the pool takes ${what}` })
  return { drained: drainOutcome(hypervisor, others, what), lost: lossOutcome(hypervisor, what, others.length) }
}

const sameOutcome = (outcome: ImpactOutcome): Outcomes => ({ drained: outcome, lost: outcome })

/** A tenant with its own host aggregates stays within them. */
function isOpenTo(tenant: PoolUser, hypervisor: GraphNode, other: GraphNode): boolean {
  const aggregates = ownAggregates(tenant, hypervisor)
  return aggregates.length === 0 || ownAggregates(tenant, other).some((name) => aggregates.includes(name))
}

/** Compares total capacity only; whether each instance fits is up to the scheduler. */
function drainOutcome(hypervisor: GraphNode, others: readonly GraphNode[], what: string): ImpactOutcome {
  const required = { cpu: loadOf(hypervisor, 'cpu').used, memory: loadOf(hypervisor, 'memory').used }
  const available = { cpu: freeOn(others, 'cpu'), memory: freeOn(others, 'memory') }
  if (
    required.cpu === undefined ||
    required.memory === undefined ||
    available.cpu === undefined ||
    available.memory === undefined
  )
    return { effect: 'unknown', why: `${what} would move; the hypervisors do not report their free capacity` }
  const fits = required.cpu <= available.cpu && required.memory <= available.memory
  const needs = `${countText(required.cpu)} vCPU and ${bytesText(required.memory)}`
  const free = `${countText(available.cpu)} vCPU and ${bytesText(available.memory)} are free on ${plural(others.length, 'other')}`
  return fits
    ? { effect: 'nothing', why: `${what} move (${needs}): ${free}` }
    : { effect: 'reduced', why: `not all of ${what} fit elsewhere (${needs}): ${free}` }
}

function freeOn(others: readonly GraphNode[], resource: 'cpu' | 'memory'): number | undefined {
  const loads = others.map((other) => loadOf(other, resource))
  const known = loads.filter(({ total, used }) => total !== undefined && used !== undefined)
  return known.length === 0 ? undefined : sum(known.map(({ total = 0, used = 0 }) => Math.max(0, total - used)))
}

function lossOutcome({ object }: GraphNode, what: string, others: number): ImpactOutcome {
  const enabled = object && conditionsOf(object).get('HaEnabled')?.status
  const hasHa = flagAt(object, 'spec.highAvailability') !== false && enabled !== 'False'
  return hasHa
    ? { effect: 'reduced', why: `${what} stop and restart on ${plural(others, 'other')} (HA is enabled)` }
    : { effect: 'stops', why: `${what} stop and stay down: HA is disabled` }
}

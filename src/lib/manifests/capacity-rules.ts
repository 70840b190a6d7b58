// SPDX-License-Identifier: Apache-2.0
import { countAt, textAt, textsAt } from '../model/object/fields.ts'
import { safeLine } from '../model/text/sanitize.ts'
import { manifestPoolName } from './claim-rules.ts'
import { manifestKey } from './manifest-object.ts'
import type { ValidationContext, Wrong } from './validate.ts'

const VOLUMES = 'spec.storage.ceph.volumePool'
const QUOTA = [...VOLUMES.split('.'), 'quotaGB']

/** Whether its pools have room for a claim: machines for the copies, and bytes for the quotas of all who share them. */
export function* capacityRules(claim: unknown, world: ValidationContext): Iterable<Wrong> {
  const [first] = textsAt(claim, 'spec.storageClusters')
  const pool = world.of('StorageCluster').find((one) => manifestPoolName(one) === first)
  if (pool) {
    yield* copiesRule(claim, pool)
    yield* quotaRule(claim, pool, world)
  }
  yield* computeRule(claim, world)
}

const CEPH_POOLS = ['volumePool', 'imagePool', 'ephemeralPool']

/** Ceph puts each copy on a machine of its own. */
function* copiesRule(claim: unknown, pool: unknown): Iterable<Wrong> {
  const workers = countAt(pool, 'spec.workers')
  for (const field of CEPH_POOLS) {
    const copies = countAt(claim, `spec.storage.ceph.${field}.replication`)
    if (workers === undefined || copies === undefined || copies <= workers) continue
    yield {
      rule: 'capacity',
      path: ['spec', 'storage', 'ceph', field, 'replication'],
      severity: 'warning',
      message: `${copies} copies do not fit on the ${workers} workers of ${safeLine(manifestPoolName(pool) ?? '')}`,
    }
  }
}

/** What a quota takes with all its copies: against the whole pool, against what others were promised, against what is free. */
function* quotaRule(claim: unknown, pool: unknown, world: ValidationContext): Iterable<Wrong> {
  const mine = promised(claim)
  if (mine === undefined) return
  const name = safeLine(manifestPoolName(pool) ?? '')
  const copies = copiesOf(claim)
  const target = textAt(pool, 'spec.ceph.targetCapacity') ?? ''
  const total = gigabytes(target)
  const others = world
    .of('OpenStackCluster')
    .filter(
      (one) =>
        manifestKey(one) !== manifestKey(claim) && textsAt(one, 'spec.storageClusters')[0] === manifestPoolName(pool),
    )
  const theirs = others.reduce<number>((sum, one) => sum + (promised(one) ?? 0), 0)
  // One that runs has filled a part of its quota already: what is free says nothing about it.
  const free = world.has(claim) ? '' : (textAt(pool, 'status.capacity.available') ?? '')
  const asked = `${mine / copies} GB in ${copies} copies`
  const say = (message: string): Wrong => ({ rule: 'capacity', path: QUOTA, severity: 'warning', message })
  if (total !== undefined && mine > total) yield say(`${asked} are more than ${name} has (${target})`)
  else if (mine > (gigabytes(free) ?? Number.POSITIVE_INFINITY))
    yield say(`${asked} are more than ${name} has free (${safeLine(free, 40)})`)
  else if (total !== undefined && theirs > 0 && mine + theirs > total)
    yield say(
      `${asked}, and ${Math.round(theirs)} GB that other claims may take: together more than ${name} has (${target})`,
    )
}

/** Gigabytes that a claim may fill, all copies counted. */
function promised(claim: unknown): number | undefined {
  const quota = countAt(claim, `${VOLUMES}.quotaGB`)
  return quota === undefined ? undefined : quota * copiesOf(claim)
}

const copiesOf = (claim: unknown) => countAt(claim, `${VOLUMES}.replication`) ?? 3

/** A pool that says itself that nothing is left. */
function* computeRule(claim: unknown, world: ValidationContext): Iterable<Wrong> {
  for (const [i, name] of textsAt(claim, 'spec.hypervisorClusters').entries()) {
    const pool = world.of('HypervisorCluster').find((one) => manifestPoolName(one) === name)
    const full = ['vcpus', 'memoryGB'].find((part) => countAt(pool, `status.availableCapacity.${part}`) === 0)
    if (full)
      yield {
        rule: 'capacity',
        path: ['spec', 'hypervisorClusters', i],
        severity: 'warning',
        message: `${safeLine(name)} has no ${full === 'vcpus' ? 'vCPU' : 'memory'} left`,
      }
  }
}

const GB: Readonly<Record<string, number>> = {
  GB: 1,
  G: 1,
  GI: 1.073741824,
  TB: 1e3,
  T: 1e3,
  TI: 1.073741824 * 1024,
  PB: 1e6,
  P: 1e6,
  PI: 1.073741824 * 1024 * 1024,
}

/** 500TB, 500Ti, 500 TiB in gigabytes; undefined for what is none. */
function gigabytes(text: string): number | undefined {
  const [, number, unit = ''] = /^(\d{1,12}(?:\.\d{1,6})?)\s*([GTP]i?B?)$/i.exec(text) ?? []
  const factor = GB[unit.toUpperCase().replace('IB', 'I')]
  return number === undefined || factor === undefined ? undefined : Number(number) * factor
}

// SPDX-License-Identifier: Apache-2.0
import { countAt, textAt, textsAt } from '../model/object/fields.ts'
import { safeLine } from '../model/text/sanitize.ts'
import { manifestPoolName } from './claim-rules.ts'
import { manifestKey } from './manifest-object.ts'
import type { ValidationContext, Wrong } from './validate.ts'

/** Whether the pools of a claim have enough workers for its replicas and enough capacity for all quotas. */
export function* capacityRules(claim: unknown, context: ValidationContext): Iterable<Wrong> {
  const [first] = textsAt(claim, 'spec.storageClusters')
  const pool = context.of('StorageCluster').find((one) => manifestPoolName(one) === first)
  if (pool) {
    yield* copiesRule(claim, pool)
    yield* quotaRule(claim, pool, context)
  }
  yield* computeRule(claim, context)
}

const CEPH_POOLS = ['volumePool', 'imagePool', 'ephemeralPool']

/** Ceph stores each replica on a different node. */
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

/** Compares a quota with all its replicas to the pool's capacity, its free capacity, and the quotas of other claims. */
function* quotaRule(claim: unknown, pool: unknown, context: ValidationContext): Iterable<Wrong> {
  const own = rawQuota(claim)
  if (own === undefined) return
  const name = safeLine(manifestPoolName(pool) ?? '')
  const copies = copiesOf(claim)
  const target = textAt(pool, 'spec.ceph.targetCapacity') ?? ''
  const total = gigabytes(target)
  const others = context
    .of('OpenStackCluster')
    .filter(
      (one) =>
        manifestKey(one) !== manifestKey(claim) && textsAt(one, 'spec.storageClusters')[0] === manifestPoolName(pool),
    )
  const shared = others.reduce<number>((sum, one) => sum + (rawQuota(one) ?? 0), 0)
  // An existing claim already uses a part of its quota, so free capacity cannot be compared with it.
  const free = context.has(claim) ? '' : (textAt(pool, 'status.capacity.available') ?? '')
  const request = `${own / copies} GB in ${copies} copies`
  const warn = (message: string): Wrong => ({ rule: 'capacity', path: QUOTA, severity: 'warning', message })
  if (total !== undefined && own > total) yield warn(`${request} are more than ${name} has (${target})`)
  else if (own > (gigabytes(free) ?? Number.POSITIVE_INFINITY))
    yield warn(`${request} are more than ${name} has free (${safeLine(free, 40)})`)
  else if (total !== undefined && shared > 0 && own + shared > total)
    yield warn(
      `${request}, and ${Math.round(shared)} GB that other claims may take: together more than ${name} has (${target})`,
    )
}

/** Gigabytes that a claim may use, with all replicas. */
function rawQuota(claim: unknown): number | undefined {
  const quota = countAt(claim, `${VOLUMES}.quotaGB`)
  return quota === undefined ? undefined : quota * copiesOf(claim)
}

const copiesOf = (claim: unknown) => countAt(claim, `${VOLUMES}.replication`) ?? 3

/** Checks the free capacity that the pool reports. */
function* computeRule(claim: unknown, context: ValidationContext): Iterable<Wrong> {
  for (const [i, name] of textsAt(claim, 'spec.hypervisorClusters').entries()) {
    const pool = context.of('HypervisorCluster').find((one) => manifestPoolName(one) === name)
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

/** Parses 500TB, 500Ti, 500 TiB. */
function gigabytes(text: string): number | undefined {
  const [, number, unit = ''] = /^(\d{1,12}(?:\.\d{1,6})?)\s*([GTP]i?B?)$/i.exec(text) ?? []
  const factor = GB[unit.toUpperCase().replace('IB', 'I')]
  return number === undefined || factor === undefined ? undefined : Number(number) * factor
}

const VOLUMES = 'spec.storage.ceph.volumePool'
const QUOTA = [...VOLUMES.split('.'), 'quotaGB']

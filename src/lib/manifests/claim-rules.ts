// SPDX-License-Identifier: Apache-2.0
import { dedicatedBy } from '../kinds/claims/dedicated-label.ts'
import { fieldAt, textAt, textsAt } from '../model/object/fields.ts'
import { closestMatches } from '../model/text/closest-matches.ts'
import { safeLine } from '../model/text/sanitize.ts'
import { manifestKey } from './manifest-object.ts'
import type { ValidationContext, Wrong } from './validate.ts'

/** The pools of a claim must exist, be in its region, and not be dedicated to another claim. */
export function* claimRules(claim: unknown, context: ValidationContext): Iterable<Wrong> {
  const region = textAt(claim, 'spec.region')
  for (const [field, kind] of LISTS) {
    const list = fieldAt(claim, `spec.${field}`)
    const names: readonly unknown[] = Array.isArray(list) ? list : []
    const pools = context.of(kind)
    for (const [i, name] of names.entries()) {
      if (typeof name !== 'string') continue
      const path = ['spec', field, i]
      if (names.indexOf(name) !== i) yield { rule: 'pool-twice', path, message: `${safeLine(name)} is listed twice` }
      const pool = pools.find((one) => manifestPoolName(one) === name)
      if (!pool) yield unknownPool(name, kind, pools, path, context)
      else {
        yield* regionRule(pool, name, region, path)
        yield* dedicatedRule(pool, name, claim, field, path, context)
      }
    }
  }
  yield* controlPlaneRule(claim, region, context)
}

/** Claims refer to pools by spec.name. */
export const manifestPoolName = (pool: unknown): string | undefined =>
  textAt(pool, 'spec.name') ?? textAt(pool, 'metadata.name')

function unknownPool(
  name: string,
  kind: string,
  pools: readonly unknown[],
  path: Wrong['path'],
  { isAsked }: ValidationContext,
): Wrong {
  const known = [...new Set(pools.flatMap((pool) => manifestPoolName(pool) ?? []))]
  const isKnown = isAsked || known.length > 0
  const [close] = closestMatches(name, known)
  const hint = close ? `did you mean ${close}?` : known.length > 0 ? `available: ${known.slice(0, 8).join(', ')}` : ''
  const message = isKnown
    ? `there is no ${kind} ${safeLine(name)}${hint ? `: ${hint}` : ''}`
    : `nobody knows whether there is a ${kind} ${safeLine(name)}: no pool is among the files, and no cluster was asked`
  return { rule: 'unknown-pool', path, message, mode: 'F14', ...(isKnown ? {} : { severity: 'info' as const }) }
}

function* regionRule(pool: unknown, name: string, region: string | undefined, path: Wrong['path']): Iterable<Wrong> {
  const poolRegion = textAt(pool, 'spec.region')
  if (!poolRegion || !region || poolRegion === region) return
  yield {
    rule: 'pool-in-other-region',
    path,
    message: `${name} is in ${poolRegion}, the claim in ${region}`,
    mode: 'F15',
  }
}

function* dedicatedRule(
  pool: unknown,
  name: string,
  claim: unknown,
  field: string,
  path: Wrong['path'],
  context: ValidationContext,
): Iterable<Wrong> {
  if (dedicatedBy({ object: pool }) === undefined) return
  const others = context
    .of('OpenStackCluster')
    .filter((one) => manifestKey(one) !== manifestKey(claim) && textsAt(one, `spec.${field}`).includes(name))
  const [other] = others
  if (!other) return
  const holder = `${textAt(other, 'metadata.namespace')}/${textAt(other, 'metadata.name')}`
  yield {
    rule: 'dedicated-pool-shared',
    path,
    message: `${name} is dedicated, and ${safeLine(holder)} has it already`,
    mode: 'F16',
  }
}

function* controlPlaneRule(claim: unknown, region: string | undefined, context: ValidationContext): Iterable<Wrong> {
  const requested = textAt(claim, 'spec.controlPlaneCluster')
  const clusters = context.of('ControlPlaneCluster')
  if (requested === undefined || clusters.length === 0) return
  const path = ['spec', 'controlPlaneCluster']
  const found = clusters.find((one) => textAt(one, 'metadata.name') === requested)
  const foundRegion = textAt(found, 'spec.region')
  if (!found) {
    const names = clusters.flatMap((one) => textAt(one, 'metadata.name') ?? [])
    const severity = context.isAsked ? {} : { severity: 'warning' as const }
    yield {
      rule: 'unknown-control-plane',
      path,
      message: `there is no ControlPlaneCluster ${safeLine(requested)}: there are ${names.join(', ')}`,
      ...severity,
    }
  } else if (foundRegion && region && foundRegion !== region)
    yield {
      rule: 'control-plane-in-other-region',
      path,
      message: `${requested} is in ${foundRegion}, the claim in ${region}`,
      mode: 'F15',
    }
}

const LISTS = [
  ['hypervisorClusters', 'HypervisorCluster'],
  ['storageClusters', 'StorageCluster'],
] as const

// SPDX-License-Identifier: Apache-2.0
import type { State } from '../../model/report/report.ts'
import type { PoolIndex } from './pool-index.ts'
import type { PoolSite } from './sites.ts'
import type { PoolUser } from './tenants.ts'

/** nothing: no effect. reduced: less capacity, redundancy or a pause. stops: unavailable until the pool is back. */
export type ImpactEffect = 'nothing' | 'reduced' | 'stops' | 'unknown'

export interface ImpactOutcome {
  readonly effect: ImpactEffect
  readonly why: string
}

/** The effect of an orderly drain and of a sudden loss. */
export interface Outcomes {
  readonly drained: ImpactOutcome
  readonly lost: ImpactOutcome
}

export interface ServiceImpact {
  readonly service: string
  readonly effect: ImpactEffect
  /** The affected parts: Nova cells or RBD pools. */
  readonly of?: readonly string[]
}

export interface TenantImpact extends Outcomes {
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly state: State
  readonly services: readonly ServiceImpact[]
  /** Other pools of the same type that it uses. */
  readonly otherPools: readonly string[]
  /** Instances that run there; absent when the API does not report their tenant. */
  readonly instances?: number
  /** RBD pools without a mirror: their data exists only there. */
  readonly notReplicated: readonly string[]
}

export function tenantHead({ assessment }: PoolIndex, { node }: PoolUser) {
  return {
    kind: node.kind,
    ...(node.namespace === undefined ? {} : { namespace: node.namespace }),
    name: node.name,
    state: assessment.state(node.id),
  }
}

/** Other pools of the same type that a tenant can use; failed ones do not count. */
export function otherPools(view: PoolIndex, site: PoolSite, tenant: PoolUser): readonly PoolSite[] {
  return view.sitesOf(tenant).filter((other) => {
    const state = other.claim ? view.assessment.state(other.claim.id) : 'unknown'
    return other !== site && other.type === site.type && state !== 'failed'
  })
}

/** Kinds of the tenant's OpenStack services. */
export function servicesOf({ reach }: PoolUser): ReadonlySet<string> {
  return new Set(
    reach
      .filter(({ group, object }) => object && group.endsWith('.openstack.c5c3.io'))
      .map(({ kind }) => kind)
      .filter((kind) => !/Backend|SecretStore|Tempest/.test(kind)),
  )
}

const ORDER: readonly ImpactEffect[] = ['nothing', 'reduced', 'unknown', 'stops']

export const worstEffect = (effects: readonly ImpactEffect[]): ImpactEffect =>
  effects.reduce<ImpactEffect>((a, b) => (ORDER.indexOf(b) > ORDER.indexOf(a) ? b : a), 'nothing')

export const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

// SPDX-License-Identifier: Apache-2.0
import type { State } from '../../model/report/report.ts'
import type { PoolIndex } from './pool-index.ts'
import type { PoolSite } from './sites.ts'
import type { PoolUser } from './tenants.ts'

/** nothing: it goes on as before. reduced: less room, less safety, or a pause. stops: it is gone until the pool is back. */
export type ImpactEffect = 'nothing' | 'reduced' | 'stops' | 'unknown'

export interface ImpactOutcome {
  readonly effect: ImpactEffect
  readonly why: string
}

/** What happens if it is taken out of service in good order, and if it is suddenly gone. */
export interface Outcomes {
  readonly drained: ImpactOutcome
  readonly lost: ImpactOutcome
}

/** An OpenStack service that would feel it. */
export interface ServiceImpact {
  readonly service: string
  readonly effect: ImpactEffect
  /** What of it: a Nova cell, an RBD pool. */
  readonly of?: readonly string[]
}

/** What a tenant would lose. */
export interface TenantImpact extends Outcomes {
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly state: State
  readonly services: readonly ServiceImpact[]
  /** Other pools of the same type that it uses. */
  readonly otherPools: readonly string[]
  /** Instances that run there; left out where the API does not say whose they are. */
  readonly instances?: number
  /** RBD pools there that are mirrored nowhere: their data is in no other pool. */
  readonly notReplicated: readonly string[]
}

/** What is affected, before it is said how. */
export function tenantHead({ assessment }: PoolIndex, { node }: PoolUser) {
  return {
    kind: node.kind,
    ...(node.namespace === undefined ? {} : { namespace: node.namespace }),
    name: node.name,
    state: assessment.state(node.id),
  }
}

/** The other pools of the same type that a tenant can fall back on: those that are not lost already. */
export function otherPools(view: PoolIndex, site: PoolSite, tenant: PoolUser): readonly PoolSite[] {
  return view.sitesOf(tenant).filter((other) => {
    const state = other.claim ? view.assessment.state(other.claim.id) : 'unknown'
    return other !== site && other.type === site.type && state !== 'failed'
  })
}

/** The services of a tenant that exist, by kind. */
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

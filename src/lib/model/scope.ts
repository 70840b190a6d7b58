// SPDX-License-Identifier: Apache-2.0
import { normaliseControlPlane } from './control-plane.ts'
import { textAt, textsAt } from './fields.ts'
import type { KubeObject } from './resource.ts'

/** What a person limits an answer to. Absent: no limit. */
export interface Scope {
  readonly region?: string
  /** A claim by its name or namespace. */
  readonly tenant?: string
  readonly pool?: string
}

export const isWhole = ({ region, tenant, pool }: Scope) =>
  region === undefined && tenant === undefined && pool === undefined

/** The pools a claim names. */
export function poolsNamed(claim: KubeObject): readonly string[] {
  return [...textsAt(claim, 'spec.hypervisorClusters'), ...textsAt(claim, 'spec.storageClusters')]
}

/** Whether a claim or ControlPlane is what the answer is limited to. */
export function inScope(object: KubeObject, { region, tenant, pool }: Scope): boolean {
  const { name, namespace } = object.metadata
  const itsRegion =
    object.kind === 'ControlPlane' ? normaliseControlPlane(object).region : textAt(object, 'spec.region')
  return (
    (region === undefined || itsRegion === region) &&
    (tenant === undefined || name === tenant || namespace === tenant) &&
    (pool === undefined || poolsNamed(object).includes(pool))
  )
}

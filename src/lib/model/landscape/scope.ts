// SPDX-License-Identifier: Apache-2.0
import { textAt, textsAt } from '../object/fields.ts'
import type { LabelSelector } from '../object/label-selector.ts'
import type { KubeObject } from '../object/resource.ts'

/** The limits a user sets on an answer. Absent: no limit. */
export interface Scope {
  readonly region?: string
  /** An OpenStack cluster by its name or namespace. */
  readonly tenant?: string
  readonly pool?: string
  /** Of the claims, ControlPlanes and pools themselves: their dependencies may be in other namespaces. */
  readonly namespace?: string
  readonly selector?: LabelSelector
}

export type ScopeReport = Readonly<Partial<Record<keyof Scope, string>>>

export const isWhole = (scope: Scope | ScopeReport) => Object.values(scope).every((limit) => limit === undefined)

export function poolsNamed(claim: KubeObject): readonly string[] {
  return [...textsAt(claim, 'spec.hypervisorClusters'), ...textsAt(claim, 'spec.storageClusters')]
}

export function inScope(object: KubeObject, scope: Scope): boolean {
  const { region, tenant, pool } = scope
  const { name, namespace } = object.metadata
  const objectRegion = textAt(object, 'spec.region') ?? textAt(object, 'spec.global.region')
  return (
    (region === undefined || objectRegion === region) &&
    (tenant === undefined || name === tenant || namespace === tenant) &&
    (pool === undefined || poolsNamed(object).includes(pool)) &&
    isChosen(object, scope)
  )
}

export function isChosen(object: KubeObject | undefined, { namespace, selector }: Scope): boolean {
  return (
    (namespace === undefined || object?.metadata.namespace === namespace) &&
    (selector === undefined || selector.matches(object?.metadata.labels))
  )
}

/** The scope as a report field; empty if there are no limits. */
export function scopeReport({ selector, ...limits }: Scope): { readonly scope?: ScopeReport } {
  const scope = { ...limits, ...(selector ? { selector: selector.text } : {}) }
  return isWhole(scope) ? {} : { scope }
}

/** The scope as command line flags: "--region eu-de-1 -n tenant-a"; empty if there are no limits. */
export function scopeWords(scope: ScopeReport = {}): string {
  return (Object.keys(FLAGS) as (keyof Scope)[])
    .flatMap((limit) => (scope[limit] === undefined ? [] : [`${FLAGS[limit]} ${quoteValue(scope[limit])}`]))
    .join(' ')
}

const FLAGS: Readonly<Record<keyof Scope, string>> = {
  region: '--region',
  tenant: '--tenant',
  pool: '--pool',
  namespace: '-n',
  selector: '-l',
}

const quoteValue = (text: string) => (/[\s()!<>]/.test(text) ? `'${text}'` : text)

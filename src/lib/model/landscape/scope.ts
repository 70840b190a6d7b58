// SPDX-License-Identifier: Apache-2.0
import { textAt, textsAt } from '../object/fields.ts'
import type { LabelSelector } from '../object/label-selector.ts'
import type { KubeObject } from '../object/resource.ts'

/** What a person limits an answer to. Absent: no limit. */
export interface Scope {
  readonly region?: string
  /** A claim by its name or namespace. */
  readonly tenant?: string
  readonly pool?: string
  /** Of the claims, ControlPlanes and pools themselves: what they stand on may be elsewhere. */
  readonly namespace?: string
  readonly selector?: LabelSelector
}

/** The same as an answer tells it. */
export type ScopeReport = Readonly<Partial<Record<keyof Scope, string>>>

/** Nothing is left out. */
export const isWhole = (scope: Scope | ScopeReport) => Object.values(scope).every((limit) => limit === undefined)

/** The pools a claim names. */
export function poolsNamed(claim: KubeObject): readonly string[] {
  return [...textsAt(claim, 'spec.hypervisorClusters'), ...textsAt(claim, 'spec.storageClusters')]
}

/** Whether a claim or ControlPlane is what the answer is limited to. */
export function inScope(object: KubeObject, scope: Scope): boolean {
  const { region, tenant, pool } = scope
  const { name, namespace } = object.metadata
  const itsRegion = textAt(object, 'spec.region') ?? textAt(object, 'spec.global.region')
  return (
    (region === undefined || itsRegion === region) &&
    (tenant === undefined || name === tenant || namespace === tenant) &&
    (pool === undefined || poolsNamed(object).includes(pool)) &&
    isChosen(object, scope)
  )
}

/** Whether an object is in the namespace and has the labels the answer is limited to. */
export function isChosen(object: KubeObject | undefined, { namespace, selector }: Scope): boolean {
  return (
    (namespace === undefined || object?.metadata.namespace === namespace) &&
    (selector === undefined || selector.matches(object?.metadata.labels))
  )
}

/** A scope for the JSON of an answer; nothing when it is whole. */
export function scopeReport({ selector, ...limits }: Scope): { readonly scope?: ScopeReport } {
  const scope = { ...limits, ...(selector ? { selector: selector.text } : {}) }
  return isWhole(scope) ? {} : { scope }
}

const FLAGS: Readonly<Record<keyof Scope, string>> = {
  region: '--region',
  tenant: '--tenant',
  pool: '--pool',
  namespace: '-n',
  selector: '-l',
}

/** A scope as it is typed: "--region eu-de-1 -n tenant-a"; empty when it is whole. */
export function scopeWords(scope: ScopeReport = {}): string {
  return (Object.keys(FLAGS) as (keyof Scope)[])
    .flatMap((limit) => (scope[limit] === undefined ? [] : [`${FLAGS[limit]} ${word(scope[limit])}`]))
    .join(' ')
}

const word = (text: string) => (/[\s()!<>]/.test(text) ? `'${text}'` : text)

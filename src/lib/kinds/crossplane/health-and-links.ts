// SPDX-License-Identifier: Apache-2.0
// What Crossplane writes on claims, composites and managed resources, in the shapes of v1 (spec.resourceRefs) and of v2
// (spec.crossplane.resourceRefs).

import type { Health } from '../../model/graph/health.ts'
import type { Link, LinkTarget } from '../../model/graph/link.ts'
import { conditionsOf, deleting, fromCondition, isUnobserved, unobserved } from '../../model/object/conditions.ts'
import { fieldAt, listAt, textAt } from '../../model/object/fields.ts'
import { groupOf, refOf } from '../../model/object/reference.ts'
import type { KubeObject } from '../../model/object/resource.ts'

/**
 * Well means created, no more: Synced and Ready say that something was applied; what it stands on decides the rest. Not
 * Ready means that it waits for what it applied: if that has failed, that one says so.
 */
export function crossplaneHealth(object: KubeObject): Health {
  const conditions = conditionsOf(object)
  const synced = fromCondition(conditions.get('Synced'), 'Synced')
  if (isPaused(object) || synced.reason === 'ReconcilePaused') return paused(object, synced)
  if (object.metadata.deletionTimestamp) return synced.state === 'failed' ? synced : deleting(object)
  if (isUnobserved(object)) return unobserved(object)
  if (synced.state !== 'healthy') return synced
  const ready = fromCondition(conditions.get('Ready'), 'Ready')
  return ready.state === 'failed' ? { ...ready, state: 'progressing' } : ready
}

/** What a provider-kubernetes Object reaches its cluster by: ProviderConfig NAME, or NAMESPACE/NAME in Crossplane v2. */
export function providerConfigOf(object: KubeObject): string {
  const name = textAt(object, 'spec.providerConfigRef.name') ?? 'default'
  const isNamespaced =
    object.metadata.namespace !== undefined && textAt(object, 'spec.providerConfigRef.kind') === 'ProviderConfig'
  return isNamespaced ? `${object.metadata.namespace}/${name}` : name
}

/** The same as an address of the snapshot. */
export const providerAddress = (object: KubeObject): string => `ProviderConfig ${providerConfigOf(object)}`

const PAUSED = 'crossplane.io/paused'

const isPaused = ({ metadata }: KubeObject): boolean => metadata.annotations?.[PAUSED] === 'true'

function paused(object: KubeObject, { message, since, evidence = [] }: Health): Health {
  const annotation = { path: `metadata.annotations[${PAUSED}]`, value: 'true' }
  return {
    state: 'suspended',
    reason: 'ReconcilePaused',
    message: message ?? 'reconciliation is paused',
    ...(since ? { since } : {}),
    evidence: isPaused(object) ? [annotation, ...evidence] : evidence,
  }
}

/** From a claim to its composite, from a composite to all it is composed of, and to what says how. */
export function compositeLinks(object: KubeObject): readonly Link[] {
  return [...composed(object), ...recipe(object, 'spec'), ...recipe(object, 'spec.crossplane'), definition(object)]
}

/** A composite that no claim stands for: the only shape there is in Crossplane v2. */
export const isUnclaimed = (object: KubeObject): boolean => fieldAt(object, 'spec.claimRef') === undefined

function composed(object: KubeObject): Link[] {
  const { namespace } = object.metadata
  const paths = ['spec.resourceRefs', 'spec.crossplane.resourceRefs']
  const named = paths.flatMap((path) => listAt(object, path).map((value, i) => ({ value, path: `${path}[${i}]` })))
  const claimed = { value: fieldAt(object, 'spec.resourceRef'), path: 'spec.resourceRef' }
  return [claimed, ...named].flatMap(({ value, path }): Link[] => {
    const to = refOf(value, placeOf(value), path === claimed.path ? undefined : namespace)
    return to ? [{ rel: 'owns', to, path: `${path}.name` }] : []
  })
}

/** The seeds compose a Shoot directly: it lives wherever the garden's API is served. */
const placeOf = (value: unknown): LinkTarget => (textAt(value, 'kind') === 'Shoot' ? { role: 'garden' } : 'here')

const GROUP = 'apiextensions.crossplane.io'

/** What runs goes on without its recipe: that is missed at the next change, and then the composite says so itself. */
function recipe(object: KubeObject, at: string): Link[] {
  const refs = [
    { kind: 'CompositionRevision', path: `${at}.compositionRevisionRef.name` },
    { kind: 'Composition', path: `${at}.compositionRef.name` },
  ]
  return refs.flatMap(({ kind, path }): Link[] => {
    const name = textAt(object, path)
    return name ? [{ rel: 'depends-on', to: { where: 'here', group: GROUP, kind, name }, path, optional: true }] : []
  })
}

function definition({ apiVersion, kind }: KubeObject): Link {
  const name = definitionName(groupOf(apiVersion), kind)
  return {
    rel: 'depends-on',
    to: { where: 'here', group: GROUP, kind: 'CompositeResourceDefinition', name },
    path: 'kind',
    optional: true,
  }
}

/** How a type calls its definition: XOpenStackCluster.c5c3.io. */
export const definitionName = (group: string, kind: string): string => `${kind}.${group}`

/** The functions that a Composition and its revisions run. */
export function functionLinks(object: KubeObject): readonly Link[] {
  return listAt(object, 'spec.pipeline').flatMap((step, i): Link[] => {
    const name = textAt(step, 'functionRef.name')
    const to = { where: 'here', group: 'pkg.crossplane.io', kind: 'Function' } as const
    return name ? [{ rel: 'depends-on', to: { ...to, name }, path: `spec.pipeline[${i}].functionRef.name` }] : []
  })
}

/** A package is well when it is installed and its revision says it works. */
export function packageHealth(object: KubeObject): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  const conditions = conditionsOf(object)
  const installed = fromCondition(conditions.get('Installed'), 'Installed')
  return installed.state === 'healthy' ? fromCondition(conditions.get('Healthy'), 'Healthy') : installed
}

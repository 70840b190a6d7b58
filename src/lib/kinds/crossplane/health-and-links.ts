// SPDX-License-Identifier: Apache-2.0
// Conditions and references of claims, composites and managed resources, for Crossplane v1 (spec.resourceRefs) and v2
// (spec.crossplane.resourceRefs).

import type { Health } from '../../model/graph/health.ts'
import type { Link, LinkTarget } from '../../model/graph/link.ts'
import { conditionsOf, deleting, fromCondition, unlessStale } from '../../model/object/conditions.ts'
import { fieldAt, listAt, textAt } from '../../model/object/fields.ts'
import { groupOf, refOf } from '../../model/object/reference.ts'
import type { KubeObject } from '../../model/object/resource.ts'

/**
 * A watch circuit that is open (Responsive=False) is a note: changes arrive late, nothing is broken.
 * Healthy only means applied: Synced and Ready say nothing about the remote object, whose own state decides. Not Ready
 * means blocked by the applied object, which reports its own failure.
 * @see https://github.com/crossplane/crossplane/blob/2d040d2d/apis/apiextensions/v1/conditions.go#L42-L159
 */
export function crossplaneHealth(object: KubeObject): Health {
  const conditions = conditionsOf(object)
  const synced = fromCondition(conditions.get('Synced'), 'Synced')
  if (isPaused(object) || synced.reason === 'ReconcilePaused') return paused(object, synced)
  if (object.metadata.deletionTimestamp) return synced.state === 'failed' ? synced : deleting(object)
  if (synced.state !== 'healthy') return unlessStale(object, synced)
  const ready = fromCondition(conditions.get('Ready'), 'Ready')
  return unlessStale(object, ready.state === 'failed' ? { ...ready, state: 'progressing' } : ready)
}

/** The config of a provider-kubernetes Object: NAME, or NAMESPACE/NAME in Crossplane v2. */
export function providerConfigOf(object: KubeObject): string {
  const name = textAt(object, 'spec.providerConfigRef.name') ?? 'default'
  const isNamespaced =
    object.metadata.namespace !== undefined && textAt(object, 'spec.providerConfigRef.kind') === 'ProviderConfig'
  return isNamespaced ? `${object.metadata.namespace}/${name}` : name
}

/** providerConfigOf() as a key of Snapshot.addresses. */
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

/** Links from a claim to its composite, from a composite to its composed resources, Composition and definition. */
export function compositeLinks(object: KubeObject): readonly Link[] {
  return [
    ...composedLinks(object),
    ...compositionLinks(object, 'spec'),
    ...compositionLinks(object, 'spec.crossplane'),
    definitionLink(object),
  ]
}

/** A composite without a claim: the only form in Crossplane v2. */
export const isUnclaimed = (object: KubeObject): boolean => fieldAt(object, 'spec.claimRef') === undefined

function composedLinks(object: KubeObject): Link[] {
  const { namespace } = object.metadata
  const paths = ['spec.resourceRefs', 'spec.crossplane.resourceRefs']
  const named = paths.flatMap((path) => listAt(object, path).map((value, i) => ({ value, path: `${path}[${i}]` })))
  const claimed = { value: fieldAt(object, 'spec.resourceRef'), path: 'spec.resourceRef' }
  return [claimed, ...named].flatMap(({ value, path }): Link[] => {
    const to = refOf(value, locationOf(value), path === claimed.path ? undefined : namespace)
    return to ? [{ rel: 'owns', to, path: `${path}.name` }] : []
  })
}

/** The specification composes a Shoot directly: it is in the garden cluster. */
const locationOf = (value: unknown): LinkTarget => (textAt(value, 'kind') === 'Shoot' ? { role: 'garden' } : 'here')

const GROUP = 'apiextensions.crossplane.io'

/** A missing Composition does not stop what runs; the composite reports it at the next change. */
function compositionLinks(object: KubeObject, root: string): Link[] {
  const refs = [
    { kind: 'CompositionRevision', path: `${root}.compositionRevisionRef.name` },
    { kind: 'Composition', path: `${root}.compositionRef.name` },
  ]
  return refs.flatMap(({ kind, path }): Link[] => {
    const name = textAt(object, path)
    return name ? [{ rel: 'depends-on', to: { where: 'here', group: GROUP, kind, name }, path, optional: true }] : []
  })
}

function definitionLink({ apiVersion, kind }: KubeObject): Link {
  const name = definitionName(groupOf(apiVersion), kind)
  return {
    rel: 'depends-on',
    to: { where: 'here', group: GROUP, kind: 'CompositeResourceDefinition', name },
    path: 'kind',
    optional: true,
  }
}

/** The alias by which a type references its definition: XOpenStackCluster.c5c3.io. */
export const definitionName = (group: string, kind: string): string => `${kind}.${group}`

export function functionLinks(object: KubeObject): readonly Link[] {
  return listAt(object, 'spec.pipeline').flatMap((step, i): Link[] => {
    const name = textAt(step, 'functionRef.name')
    const to = { where: 'here', group: 'pkg.crossplane.io', kind: 'Function' } as const
    return name ? [{ rel: 'depends-on', to: { ...to, name }, path: `spec.pipeline[${i}].functionRef.name` }] : []
  })
}

/**
 * UnpackingPackage without a message is the first step; with one it is the error that stops it.
 * @see https://github.com/crossplane/crossplane/blob/2d040d2d/internal/controller/pkg/manager/reconciler.go
 */
export function packageHealth(object: KubeObject): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  const conditions = conditionsOf(object)
  const installed = fromCondition(conditions.get('Installed'), 'Installed')
  if (installed.state === 'failed' && installed.reason === 'UnpackingPackage' && !installed.message)
    return { ...installed, state: 'progressing' }
  return installed.state === 'healthy' ? fromCondition(conditions.get('Healthy'), 'Healthy') : installed
}

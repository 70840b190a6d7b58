// SPDX-License-Identifier: Apache-2.0

import { FIELD_MANAGER, managersOf, owns } from '../../model/object/field-manager.ts'
import { countAt, flagAt, textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import type { CephSecretFacts, CephValueFacts } from '../../model/plan/ceph-key-states.ts'
import {
  type CopiedValue,
  type FieldChange,
  type PlanStep,
  type Reason,
  type Seen,
  stepId,
} from '../../model/plan/plan.ts'
import type { CephKeySource } from '../ceph-secrets/source.ts'
import { type CrossplaneKeeper, crossplaneKeepers } from './crossplane-keeper.ts'
import { keeperOf, rivalReasons, rivalsFor } from './ownership.ts'
import { readingOf, refused, type SyncJob } from './sync-job.ts'

/** Label of every Secret that this tool creates. */
export const LABEL = 'app.kubernetes.io/managed-by'
/** The Secret its key was copied from: cluster/namespace/name. */
export const SOURCE_ANNOTATION = 'c5c3.io/source'

/** The step that copies a key into a Secret without another manager, or the reasons to refuse it. */
export function secretStep(job: SyncJob): PlanStep {
  const { at, about, keys, source, target, secrets, options } = job
  const reading = readingOf(secrets, target.secret)
  if (!reading || reading.state === 'unread')
    return refused(at, about, [{ text: `it could not be read: ${reading?.message ?? 'not asked for'}` }])
  const values = copiedValues(keys, source)
  if (reading.state === 'read' && isSame(reading.facts, keys, source)) return unchanged(job)
  const observers = crossplaneKeepers(job.landscape, target.secret)
  const reasons = observedReasons(observers, options.allowObserved)
  if (reading.state === 'missing') {
    if (reasons.length > 0) return refused(at, about, reasons)
    return { ...base(job), action: 'create', manifest: manifestOf(job), values, changes: changesOf(job) }
  }
  const { object } = reading
  const paths = keys.map((key) => ['data', key])
  const rivals = rivalsFor(object, paths)
  const managedBy = observers.length > 0 ? undefined : keeperOf(object)
  const allReasons = [
    ...reasons,
    ...(managedBy ? [managedBy] : []),
    ...rivalReasons(rivals, paths, options.adopt),
    ...stateReasons(object),
    ...sizeReasons(reading.facts, keys, source),
  ]
  if (allReasons.length > 0) return refused(at, about, allReasons)
  return {
    ...base(job),
    action: 'update',
    seen: seenOf(object),
    manifest: manifestOf(job, object),
    values,
    changes: changesOf(job, reading.facts),
    ...(rivals.people.length > 0 ? { losers: rivals.people } : {}),
    notes: observers.map(
      ({ object: observer }) =>
        `Object ${observer.object.metadata.name} on ${observer.cluster} will show the key in its status, unless its provider sanitizes Secrets`,
    ),
  }
}

/** Reasons why Crossplane Objects in the management cluster prevent the copy. */
function observedReasons(observers: readonly CrossplaneKeeper[], allowObserved: boolean): readonly Reason[] {
  const nameOf = ({ object: { object, cluster } }: CrossplaneKeeper) => `Object ${object.metadata.name} on ${cluster}`
  const reasons = observers.map((observer): Reason | undefined => {
    if (observer.data)
      return {
        text: `its data is written by ${nameOf(observer)}`,
        hint: 'change the Composition that makes this Object',
      }
    if (allowObserved) return undefined
    if (observer.unresolved)
      return {
        text: `${nameOf(observer)} carries a Secret of this name, and the cluster of ${observer.unresolved} is not known: the key may become readable there`,
        hint: '--allow-observed accepts that; contexts discover with the right to read its kubeconfig Secret tells the cluster',
      }
    return {
      text: `Object ${observer.object.object.metadata.name} would show the key in its status, in the management cluster`,
      hint: '--allow-observed accepts that; a provider that runs with --sanitize-secrets does not show it',
    }
  })
  return reasons.filter((reason) => reason !== undefined)
}

function base({ at, about }: SyncJob): Omit<PlanStep, 'action'> {
  const stamps = { 'c5c3.io/synced-at': 'time', 'c5c3.io/synced-by': 'user' } as const
  return { id: stepId(at), target: at, about, manifest: {}, stamps, values: [], changes: [], reasons: [], notes: [] }
}

/** The Secret already holds the key: write nothing, not even our labels. */
export function unchanged(job: SyncJob, notes: readonly string[] = []): PlanStep {
  return { ...base(job), action: 'none', stamps: {}, notes }
}

export const seenOf = ({ metadata }: KubeObject): Seen => ({
  uid: metadata.uid ?? '',
  resourceVersion: metadata.resourceVersion ?? '',
  ...(metadata.generation === undefined ? {} : { generation: metadata.generation }),
})

/** The keys to copy and their source; userID is not secret and is part of the manifest. */
export function copiedValues(
  keys: readonly string[],
  { place, uid, key, value }: CephKeySource,
): readonly CopiedValue[] {
  return keys
    .filter((targetKey) => targetKey !== 'userID')
    .map((targetKey) => ({ key: targetKey, from: { ...place, uid, key }, fingerprint: value.fingerprint }))
}

export function isSame(facts: CephSecretFacts, keys: readonly string[], { value, user }: CephKeySource): boolean {
  return keys.every((key) =>
    key === 'userID' ? facts.userId === user : facts.values[key]?.fingerprint === value.fingerprint,
  )
}

function stateReasons(object: KubeObject): readonly Reason[] {
  const type = textAt(object, 'type') ?? 'Opaque'
  return [
    ...(object.metadata.deletionTimestamp ? [{ text: 'it is being deleted' }] : []),
    ...(flagAt(object, 'immutable') === true
      ? [{ text: 'it is immutable', hint: 'whoever made it must replace it' }]
      : []),
    ...(type === 'Opaque' || type === 'kubernetes.io/rook' ? [] : [{ text: `it is of type ${type}, not Opaque` }]),
  ]
}

/** The size limit of a Secret, in bytes (MaxSecretSize of Kubernetes). */
const MAX_SECRET_SIZE = 1024 * 1024

function sizeReasons({ values }: CephSecretFacts, keys: readonly string[], { value, user }: CephKeySource) {
  const others = Object.entries(values).filter(([key]) => !keys.includes(key))
  const ourBytes = keys.map((key) => (key === 'userID' ? new TextEncoder().encode(user).length : value.bytes))
  const bytes = [...others.map(([, other]) => other.bytes), ...ourBytes].reduce((sum, one) => sum + one, 0)
  return bytes > MAX_SECRET_SIZE ? [{ text: `it would hold ${bytes} bytes, more than a Secret may (1 MiB)` }] : []
}

function manifestOf({ source, client, keys }: SyncJob, before?: KubeObject): PlanStep['manifest'] {
  const managers = before ? managersOf(before) : []
  const isOwnedByOther = (path: readonly string[]) =>
    managers.some((manager) => manager.manager !== FIELD_MANAGER && owns(manager, path))
  const generation = countAt(client.object, 'status.cephx.keyGeneration')
  return {
    metadata: {
      // Do not overwrite the label of another manager.
      ...(isOwnedByOther(['metadata', 'labels', LABEL]) ? {} : { labels: { [LABEL]: FIELD_MANAGER } }),
      annotations: {
        [SOURCE_ANNOTATION]: `${source.place.cluster}/${source.place.namespace}/${source.place.name}`,
        'c5c3.io/source-uid': source.uid,
        ...(generation === undefined ? {} : { 'c5c3.io/cephx-key-generation': String(generation) }),
      },
    },
    ...(before && (isOwnedByOther(['type']) || textAt(before, 'type') !== 'Opaque') ? {} : { type: 'Opaque' }),
    ...(keys.includes('userID') ? { data: { userID: base64(source.user) } } : {}),
  }
}

const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

function changesOf({ keys, source }: SyncJob, before?: CephSecretFacts): readonly FieldChange[] {
  return keys.flatMap((key): FieldChange[] => {
    const was = before?.values[key]
    if (key === 'userID') return before?.userId === source.user ? [] : [change(key, before?.userId, source.user)]
    return was?.fingerprint === source.value.fingerprint ? [] : [change(key, was && shown(was), shown(source.value))]
  })
}

const change = (key: string, from: string | undefined, to: string): FieldChange => ({
  path: `data.${key}`,
  ...(from === undefined ? {} : { from }),
  to,
})

/** A key by its fingerprint; anything else only by its size, because the fingerprint of a password could be guessed. */
export function shown({ fingerprint, bytes, state }: CephValueFacts): string {
  if (state === 'empty') return '(empty)'
  return state === 'good' ? `hmac:${fingerprint.slice(0, 8)} (${bytes} B)` : `something else (${bytes} B)`
}

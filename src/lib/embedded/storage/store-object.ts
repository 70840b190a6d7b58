// SPDX-License-Identifier: Apache-2.0

import type { Call, HttpAnswer } from '../http/exchange.ts'
import type { RequestTarget } from '../http/routing.ts'
import { alreadyExists } from '../http/status-errors.ts'
import { storageOf, storedForm } from '../http/versions.ts'
import { isObject, type Json, listAtKeys, type Manifest, sameJson, withField, withoutField } from '../json.ts'
import { type Manager, managedFieldsOf, sameManagers, withManagers } from '../patch/managed-fields.ts'
import { type FieldWriter, updated } from '../patch/server-side-apply.ts'
import { type ClusterState, hasGeneration } from './cluster-state.ts'
import { withDefaults } from './defaults.ts'
import type { MergeShape } from './merge-shape.ts'
import { pruned } from './pruning.ts'
import { answerObject } from './read.ts'
import type { ResourceType } from './resource-type.ts'
import { StoredEntry, storeKey } from './store.ts'
import { validateObject } from './validation.ts'
import { newUid, rejectOtherNamespace } from './write-options.ts'

/** The context of a write, besides its body. */
export interface Write {
  readonly state: ClusterState
  readonly type: ResourceType
  readonly target: RequestTarget
  readonly call: Call
  readonly shape: MergeShape
  readonly writer: FieldWriter
  readonly dryRun: boolean
  /** RFC 3339, in seconds. */
  readonly time: string
}

export function created(write: Write, body: Manifest, managers: (object: Manifest) => readonly Manager[]): HttpAnswer {
  const { state, type, target, call, time } = write
  const { deletionTimestamp: _deletion, ...metadata } = body.metadata
  const bare = hasStatus(type) ? (withoutField(body, 'status') as Manifest) : body
  const object: Manifest = pruned(
    write.shape,
    withDefaults(
      type,
      {
        ...bare,
        metadata: {
          ...metadata,
          uid: newUid(),
          creationTimestamp: time,
          ...(hasGeneration(type) ? { generation: 1 } : {}),
        },
      },
      time,
      true,
    ),
  )
  rejectOtherNamespace(state, type, target, object.metadata.name)
  validateObject(type, object, undefined)
  const storage = storageOf(type)
  const subject = { group: type.group, plural: type.plural, name: object.metadata.name }
  if (state.store.get(storage, storeKey(object.metadata)) !== undefined) throw alreadyExists(subject)
  const owned = storedForm(type, withManagers(object, managers(object)))
  const entry = write.dryRun ? new StoredEntry(owned, state.store.version) : state.store.put(storage, owned)
  return answerObject(state, type, target, call, entry, 201)
}

/** Stores a new state of an existing object; without a change nothing is written. */
export function replaced(
  write: Write,
  live: StoredEntry,
  body: Manifest,
  managers: (object: Manifest) => readonly Manager[],
): HttpAnswer {
  const { state, type, target, call } = write
  const next = nextState(write, live.object, body)
  validateObject(type, next, live.object)
  const owners = managers(next)
  const unchanged = sameJson(content(next), content(live.object)) && sameManagers(owners, managedFieldsOf(live.object))
  if (unchanged) return answerObject(state, type, target, call, live)
  const counted = generationOf(type, live.object, next)
  const owned = storedForm(type, withManagers(counted, owners))
  const storage = storageOf(type)
  const last = owned.metadata.deletionTimestamp !== undefined && (owned.metadata.finalizers ?? []).length === 0
  if (last && !write.dryRun) state.store.delete(storage, live.key)
  const entry = write.dryRun || last ? new StoredEntry(owned, live.version) : state.store.put(storage, owned)
  return answerObject(state, type, target, call, entry)
}

/** The body with immutable and server-set fields of the live object. */
function nextState({ type, target, shape, time }: Write, live: Manifest, body: Manifest): Manifest {
  const status = target.subresource === 'status'
  // The status subresource writes only the status, other writes everything but the status.
  const merged: Json = status
    ? withField(live, 'status', body['status'])
    : hasStatus(type)
      ? statusOf(withoutField(body, 'status'), live)
      : body
  const { uid, creationTimestamp, deletionTimestamp, deletionGracePeriodSeconds, generation, resourceVersion } =
    live.metadata
  const metadata = {
    ...(status ? live.metadata : body.metadata),
    // Validation must reject a wrong uid.
    uid: body.metadata.uid ?? uid,
    creationTimestamp,
    resourceVersion,
    ...(generation === undefined ? {} : { generation }),
    ...(deletionTimestamp === undefined ? {} : { deletionTimestamp, deletionGracePeriodSeconds }),
  }
  const kept = Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined))
  const object = { ...merged, metadata: kept } as unknown as Manifest
  return pruned(shape, withDefaults(type, withoutEmpty(object), time, false))
}

const statusOf = (body: Json, live: Manifest): Json =>
  live['status'] === undefined ? body : withField(body, 'status', live['status'])

const withoutEmpty = (object: Manifest): Manifest =>
  object['status'] === undefined ? (withoutField(object, 'status') as Manifest) : object

const hasStatus = (type: ResourceType) => type.subresources.includes('status') && type.kind !== 'Node'

/** Everything except versions and managedFields: decides whether an object changed. */
const content = (object: Manifest): Json => {
  const { managedFields: _fields, resourceVersion: _version, ...metadata } = object.metadata
  return { ...object, apiVersion: '', metadata }
}

function generationOf(type: ResourceType, before: Manifest, after: Manifest): Manifest {
  if (!hasGeneration(type)) return after
  const spec = (object: Manifest) => ['metadata', 'status', 'apiVersion'].reduce<Json>(withoutField, object)
  const generation = (before.metadata.generation ?? 1) + (sameJson(spec(before), spec(after)) ? 0 : 1)
  return { ...after, metadata: { ...after.metadata, generation } }
}

/** managedFields after an update or a patch. */
export function updatedManagers(write: Write, live: Manifest, body: Manifest, next: Manifest): readonly Manager[] {
  const managers = managedFieldsOf(live)
  // An object without managedFields gets none until the first apply; [{}] in the body clears them.
  if (managers.length === 0 || isWiped(body)) return []
  return updated(write.shape, live, next, managers, write.writer, ignoredFields(write))
}

const isWiped = (body: Manifest) => {
  const list = listAtKeys(body.metadata, 'managedFields')
  return list.length === 1 && isObject(list[0]) && Object.keys(list[0]).length === 0
}

/** Fields that a write to this (sub)resource cannot own. */
export const ignoredFields = ({ type, target }: Write): readonly string[] => {
  if (target.subresource === 'status') return ['spec', 'metadata']
  // spec.finalizers of a Namespace belong to the server.
  if (type.builtIn && type.kind === 'Namespace') return ['spec', 'status']
  return hasStatus(type) ? ['status'] : []
}

/** Go structs always contain spec and status, so no manager owns them as a whole. */
export function emptyLike(type: ResourceType, object: Manifest): Manifest {
  const metadata = { name: object.metadata.name }
  const base = { apiVersion: object.apiVersion, kind: object.kind, metadata }
  if (!type.builtIn) return base
  const spec = isObject(object['spec']) ? { spec: emptySpec(object['spec']) } : {}
  return { ...base, ...spec, ...(object['status'] === undefined ? {} : { status: {} }) }
}

function emptySpec(spec: Json): Json {
  return Object.fromEntries(
    Object.entries(spec)
      .filter(
        ([name, value]) =>
          ['template', 'jobTemplate', 'metadata', 'names', 'spec', 'strategy'].includes(name) && isObject(value),
      )
      .map(([name, value]) => [name, emptySpec(value as Json)]),
  )
}

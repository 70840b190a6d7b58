// SPDX-License-Identifier: Apache-2.0
import { forbidden } from './access.ts'
import { applied, checkSchema, updated, type Writer } from './apply.ts'
import { contentType, fitted, objectOf, parsed } from './body.ts'
import { type ClusterState, hasGeneration } from './cluster-state.ts'
import { withDefaults } from './defaults.ts'
import { deleteCollection, deleteObject } from './deleting.ts'
import type { Answer, Call } from './exchange.ts'
import { isObject, type Json, listAt, type Manifest, sameJson, textAt, withField, withoutField } from './json.ts'
import { jsonPatch } from './json-patch.ts'
import { type Manager, managersOf, sameManagers, withManagers } from './managed-fields.ts'
import { mergePatch } from './merge-patch.ts'
import { pruned, unknownFields } from './pruning.ts'
import { answerObject, entryOf } from './reading.ts'
import { apiVersionOf, type ResourceType } from './resource-type.ts'
import { review } from './reviews.ts'
import { isTrue, type Target, type Verb } from './routing.ts'
import { type Shape, shapeOf } from './shape.ts'
import {
  ApiError,
  alreadyExists,
  badRequest,
  conflict,
  invalid,
  invalidValue,
  modified,
  unsupportedMedia,
} from './status.ts'
import { Entry, keyOf } from './store.ts'
import { strategicPatch } from './strategic-patch.ts'
import { validate } from './validation.ts'
import { storageOf, storedForm } from './view.ts'
import { checkNamespace, checkOptions, isDryRun, newName, newUid, writerOf } from './write-options.ts'

/** Everything a write needs to know besides its body. */
export interface Write {
  readonly state: ClusterState
  readonly type: ResourceType
  readonly target: Target
  readonly call: Call
  readonly shape: Shape
  readonly writer: Writer
  readonly dryRun: boolean
  /** 2026-11-16T12:00:00Z */
  readonly time: string
}

/** POST, PUT, PATCH and DELETE of objects and of their status. */
export async function writeObject(
  state: ClusterState,
  type: ResourceType,
  target: Target,
  verb: Verb,
  call: Call,
): Promise<Answer> {
  checkOptions(verb, call)
  const time = new Date(state.now()).toISOString().replace(/\.\d+Z$/, 'Z')
  const shape = shapeOf(state.store, type, target.version)
  const writer = writerOf(call, target, type, time)
  const write: Write = { state, type, target, call, shape, writer, dryRun: isDryRun(call), time }
  switch (verb) {
    case 'create':
      return create(write, checkStrict(write, await objectOf(call, type, target)))
    case 'update':
      return update(write, checkStrict(write, await objectOf(call, type, target)))
    case 'patch':
      return patch(write)
    case 'deletecollection':
      return deleteCollection(write)
    default:
      return deleteObject(write)
  }
}

/** Throws 400 for a field the schema does not know, where the writer asked to be told. */
function checkStrict({ type, target, shape, call }: Write, body: Manifest): Manifest {
  const unknown = call.query.get('fieldValidation') === 'Strict' ? unknownFields(shape, body) : []
  if (unknown.length === 0) return body
  const fields = unknown.map((field) => `unknown field ${JSON.stringify(field)}`).join(', ')
  const what = `${type.kind} in version "${target.version}" cannot be handled as a ${type.kind}`
  throw badRequest(`${what}: strict decoding error: ${fields}`)
}

function create(write: Write, body: Manifest): Answer {
  const { state, type, call } = write
  const reviewed = type.builtIn ? review(state, type.kind, call, body) : undefined
  if (reviewed !== undefined) return reviewed
  const generated = textAt(body.metadata, 'generateName')
  const name = body.metadata.name === '' && generated !== '' ? newName(generated) : body.metadata.name
  const { resourceVersion = '', ...metadata } = body.metadata
  if (resourceVersion !== '') throw new ApiError(500, '', 'resourceVersion should not be set on objects to be created')
  return created(write, { ...body, metadata: { ...metadata, name } }, (object) =>
    updated(write.shape, emptyLike(type, object), object, [], write.writer, ignoredFields(write)),
  )
}

/** Stores an object that did not exist. */
function created(write: Write, body: Manifest, managers: (object: Manifest) => readonly Manager[]): Answer {
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
  checkNamespace(state, type, target, object.metadata.name)
  validate(type, object, undefined)
  const storage = storageOf(type)
  const subject = { group: type.group, plural: type.plural, name: object.metadata.name }
  if (state.store.get(storage, keyOf(object.metadata)) !== undefined) throw alreadyExists(subject)
  const owned = storedForm(type, withManagers(object, managers(object)))
  const entry = write.dryRun ? new Entry(owned, state.store.version) : state.store.put(storage, owned)
  return answerObject(state, type, target, call, entry, 201)
}

function update(write: Write, body: Manifest): Answer {
  const { state, type, target } = write
  const live = entryOf(state, type, target)
  const subject = { group: type.group, plural: type.plural, name: live.object.metadata.name }
  const { uid, resourceVersion } = body.metadata
  if (uid !== undefined && uid !== live.object.metadata.uid)
    throw conflict(
      subject,
      `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${live.object.metadata.uid}`,
    )
  if (resourceVersion === undefined || resourceVersion === '' || resourceVersion === '0') {
    if (!type.builtIn)
      throw invalid({ group: type.group, kind: type.plural, name: subject.name }, [
        invalidValue('metadata.resourceVersion', 0, 'must be specified for an update'),
      ])
  } else if (resourceVersion !== live.object.metadata.resourceVersion) throw modified(subject)
  const wiped = isWiped(body)
  return replaced(write, live, body, (object) =>
    wiped
      ? []
      : tracked(managersOf(live.object), (managers) =>
          updated(write.shape, live.object, object, managers, write.writer, ignoredFields(write)),
        ),
  )
}

/** Objects without managedFields stay without them until somebody applies. */
const tracked = (managers: readonly Manager[], next: (managers: readonly Manager[]) => readonly Manager[]) =>
  managers.length === 0 ? [] : next(managers)

/** managedFields: [{}] asks the server to forget all owners. */
const isWiped = (body: Manifest) => {
  const list = listAt(body.metadata, 'managedFields')
  return list.length === 1 && isObject(list[0]) && Object.keys(list[0]).length === 0
}

/** Stores a new state of an object that exists; no change is no write. */
function replaced(
  write: Write,
  live: Entry,
  body: Manifest,
  managers: (object: Manifest) => readonly Manager[],
): Answer {
  const { state, type, target, call } = write
  const next = nextState(write, live.object, body)
  validate(type, next, live.object)
  const owners = managers(next)
  const unchanged = sameJson(content(next), content(live.object)) && sameManagers(owners, managersOf(live.object))
  if (unchanged) return answerObject(state, type, target, call, live)
  const counted = generationOf(type, live.object, next)
  const owned = storedForm(type, withManagers(counted, owners))
  const storage = storageOf(type)
  const last = owned.metadata.deletionTimestamp !== undefined && (owned.metadata.finalizers ?? []).length === 0
  if (last && !write.dryRun) state.store.delete(storage, live.key)
  const entry = write.dryRun || last ? new Entry(owned, live.version) : state.store.put(storage, owned)
  return answerObject(state, type, target, call, entry)
}

/** The body with everything a client may not change taken from the live object. */
function nextState({ type, target, shape, time }: Write, live: Manifest, body: Manifest): Manifest {
  const status = target.subresource === 'status'
  // through the status address only the status is written, elsewhere everything but the status
  const merged: Json = status
    ? withField(live, 'status', body['status'])
    : hasStatus(type)
      ? statusOf(withoutField(body, 'status'), live)
      : body
  const { uid, creationTimestamp, deletionTimestamp, deletionGracePeriodSeconds, generation, resourceVersion } =
    live.metadata
  const metadata = {
    ...(status ? live.metadata : body.metadata),
    // a wrong uid must be seen by validation
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

/** What counts as a change: all but versions and owners. */
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

/** Fields a write through this address cannot own. */
const ignoredFields = ({ type, target }: Write): readonly string[] => {
  if (target.subresource === 'status') return ['spec', 'metadata']
  // its finalizers are the server's
  if (type.builtIn && type.kind === 'Namespace') return ['spec', 'status']
  return hasStatus(type) ? ['status'] : []
}

/** A Go struct has its spec and status even when empty, so nobody comes to own them as a whole. */
function emptyLike(type: ResourceType, object: Manifest): Manifest {
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

const PATCHES = ['application/json-patch+json', 'application/merge-patch+json', 'application/apply-patch+yaml']
const STRATEGIC = 'application/strategic-merge-patch+json'

async function patch(write: Write): Promise<Answer> {
  const { state, type, target, call, shape } = write
  const content = contentType(call)
  const known = type.builtIn ? [...PATCHES, STRATEGIC] : PATCHES
  if (!known.includes(content)) throw unsupportedMedia(known)
  const body = await parsed(call.body, content, (why) => badRequest(`error decoding patch: ${why}`))
  if (content === 'application/apply-patch+yaml') return apply(write, body)
  if (content !== 'application/json-patch+json' && !isObject(body))
    throw badRequest('error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}')
  const live = entryOf(state, type, target)
  const current: Manifest = { ...live.object, apiVersion: apiVersionOf(type.group, target.version) }
  const result =
    content === STRATEGIC
      ? strategicPatch(shape, current, body)
      : content === 'application/json-patch+json'
        ? jsonPatch(current, body)
        : mergePatch(current, body)
  if (!isObject(result)) throw badRequest('the patched object is no object')
  const patched = fitted(result, type, target)
  const version = patched.metadata.resourceVersion
  if (version !== undefined && version !== live.object.metadata.resourceVersion)
    throw modified({ group: type.group, plural: type.plural, name: live.object.metadata.name })
  const wiped = isWiped(patched)
  return replaced(write, live, patched, (object) =>
    wiped
      ? []
      : tracked(managersOf(live.object), (managers) =>
          updated(shape, live.object, object, managers, write.writer, ignoredFields(write)),
        ),
  )
}

function apply(write: Write, value: unknown): Answer {
  const { state, type, target, call, shape, writer } = write
  if (!isObject(value)) throw badRequest('error decoding YAML: the body is no object')
  const config = withoutNulls(fitted(value, type, target)) as Manifest
  if (listAt(config.metadata, 'managedFields').length > 0 || config.metadata['managedFields'] !== undefined)
    throw badRequest('metadata.managedFields must be nil')
  checkSchema(
    shape,
    `${textAt(value, 'metadata', 'namespace')}/${config.metadata.name}; ${type.group}/${target.version}, Kind=${type.kind}`,
    config,
  )
  const subject = { group: type.group, plural: type.plural, name: config.metadata.name }
  const live = state.store.get(storageOf(type), keyOf(config.metadata))
  const options = { force: isTrue(call.query.get('force')), ignored: ignoredFields(write) }
  const { uid, resourceVersion, ...rest } = config.metadata
  const meant: Manifest = { ...config, metadata: rest }
  if (live === undefined) {
    if (target.subresource !== undefined) return answerObject(state, type, target, call, entryOf(state, type, target))
    if (uid !== undefined && uid !== '')
      throw conflict(
        subject,
        `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`,
      )
    mayCreate(write, subject.name)
    const empty = { apiVersion: meant.apiVersion, kind: meant.kind, metadata: { name: subject.name } }
    const { object, managers } = applied(shape, { object: empty, managers: [] }, meant, writer, options)
    return created(write, object, () => managers)
  }
  const before = beforeFirstApply(write, live.object)
  const current = { ...live.object, apiVersion: config.apiVersion }
  const { object, managers } = applied(shape, { object: current, managers: before }, meant, writer, options)
  if (resourceVersion !== undefined && !['', '0', live.object.metadata.resourceVersion].includes(resourceVersion))
    throw modified(subject)
  const identified = uid === undefined || uid === '' ? object : { ...object, metadata: { ...object.metadata, uid } }
  return replaced(write, live, identified, () => managers)
}

/** To apply what is absent needs the right to create it, on top of the right to patch. */
function mayCreate({ state, type, target, call }: Write, name: string): void {
  const { namespace } = target
  const where = namespace === undefined ? {} : { namespace }
  const attempt = { verb: 'create', group: type.group, resource: type.plural, name, ...where }
  if (!state.access.allowed(call.user, attempt)) throw forbidden(call.user, attempt)
}

/** Whatever an object without managedFields holds belongs to somebody we do not know. */
function beforeFirstApply({ shape, type, target, time }: Write, live: Manifest): readonly Manager[] {
  const managers = managersOf(live)
  if (managers.length > 0) return managers
  const writer: Writer = {
    name: 'before-first-apply',
    operation: 'Update',
    apiVersion: apiVersionOf(type.group, target.version),
    subresource: '',
    time,
  }
  return updated(shape, emptyLike(type, live), live, [], writer, [])
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, child]) => child !== null && child !== undefined)
      .map(([name, child]) => [name, withoutNulls(child)]),
  )
}

// SPDX-License-Identifier: Apache-2.0
import { forbidden } from '../http/access.ts'
import { contentType, fitted, parsed } from '../http/body.ts'
import type { HttpAnswer } from '../http/exchange.ts'
import { isTrue } from '../http/routing.ts'
import { badRequest, conflict, modified, unsupportedMedia } from '../http/status-errors.ts'
import { storageOf } from '../http/versions.ts'
import { isObject, type Manifest, textAtKeys, valueAtKeys } from '../json.ts'
import { answerObject, entryOf } from '../storage/read.ts'
import { apiVersionOfType } from '../storage/resource-type.ts'
import { storeKey } from '../storage/store.ts'
import { created, emptyLike, ignoredFields, replaced, updatedManagers, type Write } from '../storage/store-object.ts'
import { jsonPatch } from './json-patch.ts'
import { type Manager, managedFieldsOf } from './managed-fields.ts'
import { mergePatch } from './merge-patch.ts'
import { applied, checkSchema, type FieldWriter, updated } from './server-side-apply.ts'
import { strategicPatch } from './strategic-patch.ts'

/** Handles all patch types; server-side apply may also create. */
export async function patch(write: Write): Promise<HttpAnswer> {
  const { state, type, target, call, shape } = write
  const content = contentType(call)
  const known = type.builtIn ? [...PATCHES, STRATEGIC] : PATCHES
  if (!known.includes(content)) throw unsupportedMedia(known)
  const body = await parsed(call.body, content, (why) => badRequest(`error decoding patch: ${why}`))
  if (content === 'application/apply-patch+yaml') return apply(write, body)
  if (content !== 'application/json-patch+json' && !isObject(body))
    throw badRequest('error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}')
  const live = entryOf(state, type, target)
  const current: Manifest = { ...live.object, apiVersion: apiVersionOfType(type.group, target.version) }
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
  return replaced(write, live, patched, (object) => updatedManagers(write, live.object, patched, object))
}

function apply(write: Write, value: unknown): HttpAnswer {
  const { state, type, target, call, shape, writer } = write
  if (!isObject(value)) throw badRequest('error decoding YAML: the body is no object')
  const config = withoutNulls(fitted(value, type, target)) as Manifest
  if (valueAtKeys(value, 'metadata', 'managedFields') !== undefined)
    throw badRequest('metadata.managedFields must be nil')
  checkSchema(
    shape,
    `${textAtKeys(value, 'metadata', 'namespace')}/${config.metadata.name}; ${type.group}/${target.version}, Kind=${type.kind}`,
    config,
  )
  const subject = { group: type.group, plural: type.plural, name: config.metadata.name }
  const live = state.store.get(storageOf(type), storeKey(config.metadata))
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
    checkMayCreate(write, subject.name)
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

/** Applying a new object requires the verb create in addition to patch. */
function checkMayCreate({ state, type, target, call }: Write, name: string): void {
  const { namespace } = target
  const where = namespace === undefined ? {} : { namespace }
  const attempt = { verb: 'create', group: type.group, resource: type.plural, name, ...where }
  if (!state.access.allowed(call.user, attempt)) throw forbidden(call.user, attempt)
}

/** The fields of an object without managedFields get the manager before-first-apply, like in the real server. */
function beforeFirstApply({ shape, type, target, time }: Write, live: Manifest): readonly Manager[] {
  const managers = managedFieldsOf(live)
  if (managers.length > 0) return managers
  const writer: FieldWriter = {
    name: 'before-first-apply',
    operation: 'Update',
    apiVersion: apiVersionOfType(type.group, target.version),
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

const PATCHES = ['application/json-patch+json', 'application/merge-patch+json', 'application/apply-patch+yaml']
const STRATEGIC = 'application/strategic-merge-patch+json'

// SPDX-License-Identifier: Apache-2.0

import { objectOf } from '../http/body.ts'
import type { Call, HttpAnswer } from '../http/exchange.ts'
import { answerReview } from '../http/reviews.ts'
import type { RequestTarget, Verb } from '../http/routing.ts'
import { ApiError, badRequest, conflict, invalid, invalidValue, modified } from '../http/status-errors.ts'
import { type Manifest, textAtKeys } from '../json.ts'
import { patch } from '../patch/patch.ts'
import { updated } from '../patch/server-side-apply.ts'
import type { ClusterState } from './cluster-state.ts'
import { deleteCollection, deleteObject } from './delete.ts'
import { mergeShapeOf } from './merge-shape.ts'
import { unknownFields } from './pruning.ts'
import { entryOf } from './read.ts'
import type { ResourceType } from './resource-type.ts'
import { created, emptyLike, ignoredFields, replaced, updatedManagers, type Write } from './store-object.ts'
import { checkOptions, isDryRun, newName, writerOf } from './write-options.ts'

/** Handles POST, PUT, PATCH and DELETE of objects and of their status. */
export async function writeObject(
  state: ClusterState,
  type: ResourceType,
  target: RequestTarget,
  verb: Verb,
  call: Call,
): Promise<HttpAnswer> {
  checkOptions(verb, call)
  const time = new Date(state.now()).toISOString().replace(/\.\d+Z$/, 'Z')
  const shape = mergeShapeOf(state.store, type, target.version)
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

/** With fieldValidation=Strict, throws 400 for a field that the schema lacks. */
function checkStrict({ type, target, shape, call }: Write, body: Manifest): Manifest {
  const unknown = call.query.get('fieldValidation') === 'Strict' ? unknownFields(shape, body) : []
  if (unknown.length === 0) return body
  const fields = unknown.map((field) => `unknown field ${JSON.stringify(field)}`).join(', ')
  const what = `${type.kind} in version "${target.version}" cannot be handled as a ${type.kind}`
  throw badRequest(`${what}: strict decoding error: ${fields}`)
}

function create(write: Write, body: Manifest): HttpAnswer {
  const { state, type, call } = write
  const reviewed = type.builtIn ? answerReview(state, type.kind, call, body) : undefined
  if (reviewed !== undefined) return reviewed
  const generated = textAtKeys(body.metadata, 'generateName')
  const name = body.metadata.name === '' && generated !== '' ? newName(generated) : body.metadata.name
  const { resourceVersion = '', ...metadata } = body.metadata
  if (resourceVersion !== '') throw new ApiError(500, '', 'resourceVersion should not be set on objects to be created')
  return created(write, { ...body, metadata: { ...metadata, name } }, (object) =>
    updated(write.shape, emptyLike(type, object), object, [], write.writer, ignoredFields(write)),
  )
}

function update(write: Write, body: Manifest): HttpAnswer {
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
  return replaced(write, live, body, (object) => updatedManagers(write, live.object, body, object))
}

// SPDX-License-Identifier: Apache-2.0
import type { V1Status } from '@kubernetes/client-node'
import type { AsJson } from '../../model/object/kubernetes-json.ts'
import { contentType } from '../http/body.ts'
import { type HttpAnswer, json, rawJson } from '../http/exchange.ts'
import { isProtobuf } from '../http/protobuf.ts'
import { ApiError, badRequest } from '../http/status-errors.ts'
import { itemJson, storageOf } from '../http/versions.ts'
import { type Manifest, textAtKeys, valueAtKeys } from '../json.ts'
import { listPage } from './list.ts'
import { answerObject, entryOf } from './read.ts'
import { apiVersionOfType } from './resource-type.ts'
import { StoredEntry } from './store.ts'
import type { Write } from './store-object.ts'

/** Deletes one object: removes it at once, or sets deletionTimestamp while it has finalizers. */
export function deleteObject(write: Write): HttpAnswer {
  const { state, type, target, call } = write
  const live = entryOf(state, type, target)
  checkPreconditions(write, live.object)
  const { name, uid } = live.object.metadata
  if (type.kind === 'Namespace' && type.builtIn && ['default', 'kube-public', 'kube-system'].includes(name))
    throw new ApiError(403, 'Forbidden', `namespaces "${name}" is forbidden: this namespace may not be deleted`, {
      details: { name, kind: 'namespaces' },
    })
  const marked = removeOrMark(write, live)
  if (marked !== undefined) return answerObject(state, type, target, call, marked)
  if (type.kind === 'Pod' && type.builtIn) return answerObject(state, type, target, call, live)
  const group = type.group === '' ? {} : { group: type.group }
  return json({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: { name, ...group, kind: type.plural, ...(uid === undefined ? {} : { uid }) },
  } satisfies AsJson<V1Status>)
}

/** Deletes all objects that match the selectors; responds with their last state. */
export function deleteCollection(write: Write): HttpAnswer {
  const { state, type, target, call } = write
  const page = listPage(state.store, {
    type,
    version: target.version,
    query: call.query,
    ...(target.namespace === undefined ? {} : { namespace: target.namespace }),
  })
  for (const entry of page.entries) removeOrMark(write, entry)
  const items = page.entries.map((entry) => itemJson(type, target.version, entry)).join(',')
  const apiVersion = apiVersionOfType(type.group, target.version)
  const metadata = JSON.stringify(page.metadata)
  return rawJson(`{"kind":"${type.kind}List","apiVersion":"${apiVersion}","metadata":${metadata},"items":[${items}]}\n`)
}

/** The object with deletionTimestamp while it has finalizers; undefined once it is removed. */
function removeOrMark({ state, type, dryRun, time }: Write, live: StoredEntry): StoredEntry | undefined {
  const storage = storageOf(type)
  const { metadata } = live.object
  const isNamespace = type.kind === 'Namespace' && type.builtIn
  if ((metadata.finalizers ?? []).length === 0 && !isNamespace) {
    if (!dryRun) state.store.delete(storage, live.key)
    return undefined
  }
  if (metadata.deletionTimestamp !== undefined) return live
  const { generation } = metadata
  const marked: Manifest = {
    ...live.object,
    // No namespace controller runs here: a deleted Namespace stays Terminating.
    ...(isNamespace ? { status: { phase: 'Terminating' } } : {}),
    metadata: {
      ...metadata,
      deletionTimestamp: time,
      ...(isNamespace ? {} : { deletionGracePeriodSeconds: 0 }),
      ...(generation === undefined ? {} : { generation: generation + 1 }),
    },
  }
  return dryRun ? new StoredEntry(marked, live.version) : state.store.put(storage, marked)
}

function checkPreconditions({ call, type }: Write, live: Manifest): void {
  if (call.body.trim() === '') return
  let options: unknown
  try {
    options = JSON.parse(call.body)
  } catch {
    // Preconditions in protobuf options of typed clients are not supported.
    if (isProtobuf(contentType(call))) return
    throw badRequest("couldn't get version/kind; json parse error: invalid JSON")
  }
  const { uid, resourceVersion, name } = live.metadata
  const group = type.group === '' ? '' : `.${type.group}`
  const refuse = (why: string) =>
    new ApiError(409, 'Conflict', `Operation cannot be fulfilled on ${type.kind}${group} "${name}": ${why}`, {
      details: { name, ...(type.group === '' ? {} : { group: type.group }), kind: type.kind },
    })
  const preconditions = valueAtKeys(options, 'preconditions')
  const id = textAtKeys(preconditions, 'uid')
  const version = textAtKeys(preconditions, 'resourceVersion')
  if (id !== '' && id !== uid)
    throw refuse(
      `the UID in the precondition (${id}) does not match the UID in record (${uid}). The object might have been deleted and then recreated`,
    )
  if (version !== '' && version !== resourceVersion)
    throw refuse(
      `the ResourceVersion in the precondition (${version}) does not match the ResourceVersion in record (${resourceVersion}). The object might have been modified`,
    )
}

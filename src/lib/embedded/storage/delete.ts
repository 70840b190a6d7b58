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

/** DELETE of one object: gone at once, or marked while finalizers hold it. */
export function deleteObject(write: Write): HttpAnswer {
  const { state, type, target, call } = write
  const live = entryOf(state, type, target)
  checkPreconditions(write, live.object)
  const { name, uid } = live.object.metadata
  if (type.kind === 'Namespace' && type.builtIn && ['default', 'kube-public', 'kube-system'].includes(name))
    throw new ApiError(403, 'Forbidden', `namespaces "${name}" is forbidden: this namespace may not be deleted`, {
      details: { name, kind: 'namespaces' },
    })
  const held = removeOrMark(write, live)
  if (held !== undefined) return answerObject(state, type, target, call, held)
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

/** DELETE of all objects a selector matches; answers with what they were. */
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

/** The object while something still holds it; undefined once it is gone. */
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
    // a namespace is emptied and finished by a controller that does not run here: it stays Terminating
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
    // protobuf options of typed clients: preconditions in them are not understood
    if (isProtobuf(contentType(call))) return
    throw badRequest("couldn't get version/kind; json parse error: invalid JSON")
  }
  const { uid, resourceVersion, name } = live.metadata
  const group = type.group === '' ? '' : `.${type.group}`
  const refuse = (why: string) =>
    new ApiError(409, 'Conflict', `Operation cannot be fulfilled on ${type.kind}${group} "${name}": ${why}`, {
      details: { name, ...(type.group === '' ? {} : { group: type.group }), kind: type.kind },
    })
  const wanted = valueAtKeys(options, 'preconditions')
  const id = textAtKeys(wanted, 'uid')
  const version = textAtKeys(wanted, 'resourceVersion')
  if (id !== '' && id !== uid)
    throw refuse(
      `the UID in the precondition (${id}) does not match the UID in record (${uid}). The object might have been deleted and then recreated`,
    )
  if (version !== '' && version !== resourceVersion)
    throw refuse(
      `the ResourceVersion in the precondition (${version}) does not match the ResourceVersion in record (${resourceVersion}). The object might have been modified`,
    )
}

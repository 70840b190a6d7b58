// SPDX-License-Identifier: Apache-2.0

import { type Call, type HttpAnswer, json, rawJson } from '../http/exchange.ts'
import { responseShape } from '../http/negotiation.ts'
import type { RequestTarget } from '../http/routing.ts'
import { notFound } from '../http/status-errors.ts'
import { columnsOf, kubernetesTable, partial } from '../http/table.ts'
import { inVersion, itemJson, storageOf, wholeJson } from '../http/versions.ts'
import type { ClusterState } from './cluster-state.ts'
import { listPage, parseVersion, tooLarge } from './list.ts'
import { apiVersionOfType, type ResourceType } from './resource-type.ts'
import { type StoredEntry, storeKey } from './store.ts'

/** Throws 404 if the object does not exist. */
export function entryOf(state: ClusterState, type: ResourceType, target: RequestTarget): StoredEntry {
  const { name = '', namespace } = target
  const entry = state.store.get(storageOf(type), storeKey({ name, ...(namespace === undefined ? {} : { namespace }) }))
  if (entry === undefined) throw notFound({ group: type.group, plural: type.plural, name })
  return entry
}

export function getObject(state: ClusterState, type: ResourceType, target: RequestTarget, call: Call): HttpAnswer {
  const requested = call.query.get('resourceVersion') ?? ''
  if (requested !== '' && parseVersion(requested) > state.store.version)
    throw tooLarge(Number(requested), state.store.version)
  return answerObject(state, type, target, call, entryOf(state, type, target))
}

/** One object in the representation the client accepts; also the response to a write. */
export function answerObject(
  state: ClusterState,
  type: ResourceType,
  target: RequestTarget,
  call: Call,
  entry: StoredEntry,
  status = 200,
): HttpAnswer {
  const shape = responseShape(call.headers['accept'])
  if (shape === 'object') return rawJson(`${wholeJson(type, target.version, entry)}\n`, status)
  const object = inVersion(type, target.version, entry.object)
  if (shape === 'metadata') return json(partial(object), status)
  const columns = columnsOf(state, type, target.version)
  return json(
    kubernetesTable(columns, [object], {
      metadata: { resourceVersion: object.metadata.resourceVersion },
      now: state.now(),
      include: call.query.get('includeObject') ?? 'Metadata',
      definitions: true,
    }),
    status,
  )
}

export function listObjects(state: ClusterState, type: ResourceType, target: RequestTarget, call: Call): HttpAnswer {
  const { version, namespace } = target
  const page = listPage(state.store, {
    type,
    version,
    query: call.query,
    ...(namespace === undefined ? {} : { namespace }),
  })
  const shape = responseShape(call.headers['accept'])
  // Lists of custom resources contain `continue` even on the last page.
  const metadata = JSON.stringify(type.builtIn ? page.metadata : { continue: '', ...page.metadata })
  if (shape === 'object') {
    const items = page.entries.map((entry) => itemJson(type, version, entry)).join(',')
    const apiVersion = apiVersionOfType(type.group, version)
    const head = type.builtIn
      ? `"kind":"${type.kind}List","apiVersion":"${apiVersion}","metadata":${metadata},"items":[${items}]`
      : `"apiVersion":"${apiVersion}","items":[${items}],"kind":"${type.kind}List","metadata":${metadata}`
    return rawJson(`{${head}}\n`)
  }
  const objects = page.entries.map((entry) => inVersion(type, version, entry.object))
  if (shape === 'metadata')
    return json({
      kind: 'PartialObjectMetadataList',
      apiVersion: 'meta.k8s.io/v1',
      metadata: page.metadata,
      items: objects.map(partial),
    })
  const columns = columnsOf(state, type, version)
  const include = call.query.get('includeObject') ?? 'Metadata'
  return json(
    kubernetesTable(columns, objects, { metadata: page.metadata, now: state.now(), include, definitions: true }),
  )
}

// SPDX-License-Identifier: Apache-2.0

import { type Call, type HttpAnswer, JSON_TYPE, type ResponseSink } from '../http/exchange.ts'
import { responseShape } from '../http/negotiation.ts'
import { isTrue, type RequestTarget } from '../http/routing.ts'
import { ApiError, expired, forbiddenValue, invalid } from '../http/status-errors.ts'
import { columnsOf, kubernetesTable, partial } from '../http/table.ts'
import { inVersion, storageOf, wholeJson } from '../http/versions.ts'
import { type Json, type Manifest, textAtKeys } from '../json.ts'
import type { ClusterState } from './cluster-state.ts'
import { apiVersionOfType, type ResourceType } from './resource-type.ts'
import { selectorOf } from './selectors.ts'
import type { StoreChange, StoredEntry } from './store.ts'

/** Sends the existing objects (unless a resourceVersion is given), then every change until either side closes. */
export function watchObjects(state: ClusterState, type: ResourceType, target: RequestTarget, call: Call): HttpAnswer {
  const { query } = call
  const render = renderer(state, type, target, call)
  const selected = selectorOf(type, query)
  const seen = (entry: StoredEntry) =>
    (target.namespace === undefined || entry.object.metadata.namespace === target.namespace) &&
    (target.name === undefined || entry.object.metadata.name === target.name) &&
    (selected === undefined || selected(inVersion(type, target.version, entry.object)))
  const requested = query.get('resourceVersion') ?? ''
  const initial = isTrue(query.get('sendInitialEvents'))
  checkMatch(query, initial)
  const from = initial || requested === '' || requested === '0' ? undefined : versionOf(requested)
  const bookmarks = isTrue(query.get('allowWatchBookmarks'))
  const seconds = Number(query.get('timeoutSeconds') ?? 0)

  const body = (sink: ResponseSink) => {
    const changes = from === undefined ? [] : state.store.changesSince(from)
    if (changes === undefined) {
      const status = expired(`too old resource version: ${from} (${state.store.version})`).status()
      sink.write(`${JSON.stringify({ type: 'ERROR', object: status })}\n`)
      sink.end()
      return
    }
    // The watcher has all changes up to this version.
    let version = from ?? state.store.version
    const send = (change: StoreChange) => {
      version = Math.max(version, change.version)
      if (change.resource !== storageOf(type)) return
      const event = eventOf(change, seen)
      if (event !== undefined) sink.write(render(event.type, event.entry))
    }
    if (from === undefined)
      for (const entry of state.store.entries(storageOf(type))) if (seen(entry)) sink.write(render('ADDED', entry))
    const mark = (annotations?: Json) => sink.write(render.bookmark(version, annotations))
    if (bookmarks && initial) mark({ 'k8s.io/initial-events-end': 'true' })
    for (const change of changes) send(change)

    const stop = state.store.subscribe(send)
    const beat = bookmarks ? setInterval(() => mark(), BOOKMARK_INTERVAL) : undefined
    const finish = () => {
      if (bookmarks) mark()
      sink.end()
    }
    const limit = seconds > 0 ? setTimeout(finish, seconds * 1000) : undefined
    beat?.unref()
    limit?.unref()
    sink.onClose(() => {
      stop()
      clearInterval(beat)
      clearTimeout(limit)
    })
  }
  return { status: 200, type: JSON_TYPE, body, headers: { 'cache-control': 'no-cache, private' } }
}

function checkMatch(query: URLSearchParams, initial: boolean): void {
  const match = query.get('resourceVersionMatch') ?? ''
  const refuse = (why: string) =>
    invalid({ group: 'meta.k8s.io', kind: 'ListOptions', name: '' }, [forbiddenValue('resourceVersionMatch', why)])
  if (match !== '' && !query.has('sendInitialEvents'))
    throw refuse('resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided')
  if (initial && match !== 'NotOlderThan')
    throw refuse('sendInitialEvents requires setting resourceVersionMatch to NotOlderThan')
}

function versionOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  const quoted = JSON.stringify(text)
  // The real server returns 500, too.
  throw new ApiError(
    500,
    '',
    `resourceVersion: Invalid value: ${quoted}: strconv.ParseUint: parsing ${quoted}: invalid syntax`,
  )
}

/** An object that no longer matches the selector is DELETED for the watcher. */
function eventOf(
  { type, entry, before }: StoreChange,
  seen: (entry: StoredEntry) => boolean,
): { readonly type: StoreChange['type']; readonly entry: StoredEntry } | undefined {
  const was = before !== undefined && seen(before)
  if (type === 'DELETED') return was ? { type, entry } : undefined
  const is = seen(entry)
  if (was) return { type: is ? 'MODIFIED' : 'DELETED', entry }
  return is ? { type: 'ADDED', entry } : undefined
}

interface Renderer {
  (type: StoreChange['type'], entry: StoredEntry): string
  bookmark(version: number, annotations?: Json): string
}

function renderer(state: ClusterState, type: ResourceType, target: RequestTarget, call: Call): Renderer {
  const shape = responseShape(call.headers['accept'])
  let first = true
  const table = (object: Manifest) => {
    const definitions = first
    first = false
    const metadata = { resourceVersion: textAtKeys(object, 'metadata', 'resourceVersion') }
    const columns = columnsOf(state, type, target.version)
    const include = call.query.get('includeObject') ?? 'Metadata'
    return kubernetesTable(columns, [object], { metadata, now: state.now(), include, definitions })
  }
  const render = (kind: StoreChange['type'], entry: StoredEntry) => {
    if (shape === 'object') return `{"type":"${kind}","object":${wholeJson(type, target.version, entry)}}\n`
    const object = inVersion(type, target.version, entry.object)
    return `${JSON.stringify({ type: kind, object: shape === 'table' ? table(object) : partial(object) })}\n`
  }
  const bookmark = (version: number, annotations?: Json) => {
    const metadata = { resourceVersion: String(version), ...(annotations === undefined ? {} : { annotations }) }
    const apiVersion = apiVersionOfType(type.group, target.version)
    // A bookmark contains only the resourceVersion.
    const empty = { kind: type.kind, apiVersion, metadata } as unknown as Manifest
    const object = shape === 'table' ? table(empty) : shape === 'metadata' ? partial(empty) : empty
    return `${JSON.stringify({ type: 'BOOKMARK', object })}\n`
  }
  return Object.assign(render, { bookmark })
}

/** The real server sends bookmarks about once a minute, too. */
const BOOKMARK_INTERVAL = 60_000

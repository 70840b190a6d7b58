// SPDX-License-Identifier: Apache-2.0

import { ApiError, badRequest, expired, forbiddenValue, invalid } from '../http/status-errors.ts'
import { inVersion, storageOf } from '../http/versions.ts'
import type { Json } from '../json.ts'
import type { ResourceType } from './resource-type.ts'
import { selectorOf } from './selectors.ts'
import type { Store, StoredEntry } from './store.ts'

export interface StoredPage {
  readonly entries: readonly StoredEntry[]
  /** resourceVersion, continue, remainingItemCount */
  readonly metadata: Json
}

interface ListRequest {
  readonly type: ResourceType
  readonly version: string
  readonly namespace?: string
  readonly query: URLSearchParams
}

/** One page of a list, consistent with the pages before it. */
export function listPage(store: Store, { type, version, namespace, query }: ListRequest): StoredPage {
  const token = query.get('continue')
  const limit = parseLimit(query.get('limit'))
  const from = token === null || token === '' ? undefined : parseToken(token)
  if (from !== undefined && query.get('resourceVersion'))
    throw badRequest('specifying resource version is not allowed when using continue')
  const at = from === undefined ? requestedVersion(store, query) : from.version
  const all = at === undefined ? store.entries(storageOf(type)) : store.entriesAt(storageOf(type), at)
  if (all === undefined) throw from === undefined ? tooOld(at) : staleToken(from.start)

  const selected = selectorOf(type, query)
  const prefix = namespace === undefined ? '' : `${namespace}/`
  const matching = all.filter(
    (entry) =>
      (prefix === '' || entry.key.startsWith(prefix)) &&
      (selected === undefined || selected(inVersion(type, version, entry.object))),
  )
  const rest = from === undefined ? matching : matching.filter((entry) => entry.key >= from.start)
  const entries = limit > 0 ? rest.slice(0, limit) : rest
  const shown = at === undefined ? store.version : at
  const remaining = rest.length - entries.length
  return {
    entries,
    metadata: {
      resourceVersion: String(shown),
      ...(remaining > 0 ? { continue: tokenFor(shown, `${entries.at(-1)?.key}\0`) } : {}),
      // Like the real server, which does not count the rest with a selector.
      ...(remaining > 0 && selected === undefined ? { remainingItemCount: remaining } : {}),
    },
  }
}

/** The version to list; undefined for the newest. */
function requestedVersion(store: Store, query: URLSearchParams): number | undefined {
  const requested = query.get('resourceVersion') ?? ''
  const match = query.get('resourceVersionMatch') ?? ''
  const refuse = (why: string) =>
    invalid({ group: 'meta.k8s.io', kind: 'ListOptions', name: '' }, [forbiddenValue('resourceVersionMatch', why)])
  if (match !== '' && requested === '')
    throw refuse('resourceVersionMatch is forbidden unless resourceVersion is provided')
  if (!['', 'Exact', 'NotOlderThan'].includes(match))
    throw invalid({ group: 'meta.k8s.io', kind: 'ListOptions', name: '' }, [
      {
        reason: 'FieldValueNotSupported',
        message: `Unsupported value: ${JSON.stringify(match)}: supported values: "Exact", "NotOlderThan", ""`,
        field: 'resourceVersionMatch',
      },
    ])
  if (match === 'Exact' && requested === '0')
    throw refuse('resourceVersionMatch "exact" is forbidden for resourceVersion "0"')
  if (requested === '' || requested === '0') return undefined
  const version = parseVersion(requested)
  if (version > store.version) throw tooLarge(version, store.version)
  // Like the real server: a limited list at a given version is exact.
  if (match === 'Exact' || (match === '' && Number(query.get('limit') ?? 0) > 0)) return version
  return undefined
}

function parseLimit(text: string | null): number {
  if (text !== null && text !== '' && !/^-?\d+$/.test(text))
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`)
  return Number(text ?? 0)
}

/** Throws 400 if the resourceVersion is not a number. */
export function parseVersion(text: string): number {
  if (!/^\d+$/.test(text))
    throw badRequest(
      `invalid resource version: resourceVersion: Invalid value: ${JSON.stringify(text)}: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`,
    )
  return Number(text)
}

export const tooLarge = (version: number, current: number) =>
  new ApiError(504, 'Timeout', `Timeout: Too large resource version: ${version}, current: ${current}`, {
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    },
    headers: { 'retry-after': '1' },
  })

const tooOld = (version: number | undefined) =>
  expired(`The resourceVersion for the provided list is too old: ${version}`)

function staleToken(start: string): ApiError {
  const message =
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without ' +
    'the continue parameter, or use the continue token in this response to retrieve the remainder of the results. ' +
    'Continuing with the provided token results in an inconsistent list - objects that were created, modified, or ' +
    'deleted between the time the first chunk was returned and now may show up in the list.'
  return expired(message, { continue: tokenFor(-1, start) })
}

const tokenFor = (version: number, start: string) =>
  Buffer.from(JSON.stringify({ v: 'meta.k8s.io/v1', rv: version, start: `/${start}` })).toString('base64url')

function parseToken(token: string): { readonly version: number | undefined; readonly start: string } {
  try {
    const { v, rv, start } = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'))
    if (v !== 'meta.k8s.io/v1' || typeof rv !== 'number' || typeof start !== 'string') throw new Error()
    // -1: continue with the current state; the client accepts an inconsistent list.
    return { version: rv === -1 ? undefined : rv, start: start.slice(1) }
  } catch {
    throw badRequest('invalid continue token: continue key is not valid')
  }
}

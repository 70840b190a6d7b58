// SPDX-License-Identifier: Apache-2.0
import type { Failure } from '../../model/landscape/fault.ts'
import type { ApiRequest } from '../transport/types.ts'
import type { ServedResource } from '../types.ts'
import { isRecord, own, ownText } from './json-shape.ts'
import { requestError } from './response.ts'

export interface ApiGroup {
  readonly name: string
  readonly resources: readonly ServedResource[]
  /** Set when discovery of some version failed: a missing kind then proves nothing. */
  readonly failure?: Failure
}

/** Names as the API allows them; anything else must not get into a path or a message. */
const NAME = /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/
const KIND = /^[A-Za-z][A-Za-z0-9]*$/

const isGroupName = (text: unknown): text is string => text === '' || isName(text)
export const isName = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= 253 && NAME.test(text)
export const isKindName = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= 253 && KIND.test(text)

/** Marks a group as failed when a version is stale, which means that its aggregated API is unavailable. */
export function readAggregated(body: Readonly<Record<string, unknown>>, request: ApiRequest): readonly ApiGroup[] {
  const items = own(body, 'items')
  if (!Array.isArray(items)) throw requestError(request, 'malformed', 'the list of API groups has no items')
  return items.map((item) => {
    const name = ownText(own(item, 'metadata'), 'name') ?? ''
    const versions = own(item, 'versions')
    if (!isGroupName(name) || !Array.isArray(versions))
      throw requestError(request, 'malformed', 'an API group without name or versions')
    return readGroup(name, versions, request)
  })
}

function readGroup(name: string, versions: readonly unknown[], request: ApiRequest): ApiGroup {
  const resources: ServedResource[] = []
  let failure: Failure | undefined
  for (const entry of versions) {
    const version = own(entry, 'version')
    const listed = own(entry, 'resources') ?? []
    const read =
      isName(version) && Array.isArray(listed)
        ? listed.filter(hasKind).map((raw) => resourceOf(name, version, raw))
        : [undefined]
    resources.push(...read.filter((resource) => resource !== undefined))
    if (read.includes(undefined))
      failure = groupFailure(request, 'malformed', `discovery of ${named(name)} is malformed`)
    if (own(entry, 'freshness') === 'Stale')
      failure ??= groupFailure(
        request,
        'server',
        `${named(name)}/${String(version)} is not available (its API server is down)`,
      )
  }
  return failure === undefined ? { name, resources } : { name, resources, failure }
}

/** A resource that only has subresources is listed with an empty kind and cannot be read. */
function hasKind(raw: unknown): boolean {
  const responseKind = own(raw, 'responseKind')
  return responseKind !== undefined && responseKind !== null && own(responseKind, 'kind') !== ''
}

function resourceOf(group: string, version: string, raw: unknown): ServedResource | undefined {
  const plural = own(raw, 'resource')
  const kind = own(own(raw, 'responseKind'), 'kind')
  const verbs = own(raw, 'verbs')
  if (!isRecord(raw) || !isName(plural) || !Array.isArray(verbs)) return undefined
  if (!isKindName(kind)) return undefined
  const namespaced = own(raw, 'scope') === 'Namespaced'
  return { group, version, kind, plural, namespaced, verbs: verbs.filter((verb) => typeof verb === 'string') }
}

export function groupFailure(request: ApiRequest, fault: Failure['fault'], message: string): Failure {
  return { ...request.about, fault, message }
}

/** For messages. */
export function named(group: string): string {
  return group === '' ? 'the core API' : group
}

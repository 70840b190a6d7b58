// SPDX-License-Identifier: Apache-2.0

import type { Manifest } from '../json.ts'
import { toCoreEvent, toNewerEvent } from '../storage/events.ts'
import { apiVersionOfType, type ResourceType, resourceKey } from '../storage/resource-type.ts'
import { StoredEntry } from '../storage/store.ts'

const NEWER_EVENTS = 'events.events.k8s.io'

/** The storage key of a resource: both APIs of Events share one. */
export const storageOf = (type: ResourceType) => (resourceKey(type) === NEWER_EVENTS ? 'events' : resourceKey(type))

export function storedForm(type: ResourceType, object: Manifest): Manifest {
  if (resourceKey(type) === NEWER_EVENTS) return toCoreEvent(object)
  const [storage = ''] = type.versions
  return { ...object, apiVersion: apiVersionOfType(type.group, storage), kind: type.kind }
}

/** Converts to the requested version. Versions differ in name only, except for Events. */
export function inVersion(type: ResourceType, version: string, object: Manifest): Manifest {
  if (resourceKey(type) === NEWER_EVENTS) return toNewerEvent(object)
  const apiVersion = apiVersionOfType(type.group, version)
  return object.apiVersion === apiVersion ? object : { ...object, apiVersion }
}

/** JSON with apiVersion and kind; reuses the cached JSON of the entry. */
export function wholeJson(type: ResourceType, version: string, stored: StoredEntry): string {
  const entry = shown(type, version, stored)
  const apiVersion = JSON.stringify(apiVersionOfType(type.group, version))
  const kind = JSON.stringify(type.kind)
  const head = type.builtIn ? `"kind":${kind},"apiVersion":${apiVersion}` : `"apiVersion":${apiVersion},"kind":${kind}`
  return `{${head},${entry.rest.slice(1)}`
}

/** JSON of a list item: built-in kinds omit kind and apiVersion. */
export const itemJson = (type: ResourceType, version: string, entry: StoredEntry) =>
  type.builtIn ? shown(type, version, entry).rest : wholeJson(type, version, entry)

const shown = (type: ResourceType, version: string, entry: StoredEntry) =>
  resourceKey(type) === NEWER_EVENTS ? new StoredEntry(inVersion(type, version, entry.object), entry.version) : entry

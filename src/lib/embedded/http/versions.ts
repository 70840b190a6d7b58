// SPDX-License-Identifier: Apache-2.0

import type { Manifest } from '../json.ts'
import { toCoreEvent, toNewerEvent } from '../storage/events.ts'
import { apiVersionOfType, type ResourceType, resourceKey } from '../storage/resource-type.ts'
import { StoredEntry } from '../storage/store.ts'

const NEWER_EVENTS = 'events.events.k8s.io'

/** Where a resource's objects are stored: both APIs of Events share one place. */
export const storageOf = (type: ResourceType) => (resourceKey(type) === NEWER_EVENTS ? 'events' : resourceKey(type))

/** The object as it is stored, whatever version it was written in. */
export function storedForm(type: ResourceType, object: Manifest): Manifest {
  if (resourceKey(type) === NEWER_EVENTS) return toCoreEvent(object)
  const [storage = ''] = type.versions
  return { ...object, apiVersion: apiVersionOfType(type.group, storage), kind: type.kind }
}

/** The object in the version a client asked for. Versions differ in name only, but for Events. */
export function inVersion(type: ResourceType, version: string, object: Manifest): Manifest {
  if (resourceKey(type) === NEWER_EVENTS) return toNewerEvent(object)
  const apiVersion = apiVersionOfType(type.group, version)
  return object.apiVersion === apiVersion ? object : { ...object, apiVersion }
}

/** An object's JSON with apiVersion and kind, from the text serialised once. */
export function wholeJson(type: ResourceType, version: string, stored: StoredEntry): string {
  const entry = shown(type, version, stored)
  const apiVersion = JSON.stringify(apiVersionOfType(type.group, version))
  const kind = JSON.stringify(type.kind)
  const head = type.builtIn ? `"kind":${kind},"apiVersion":${apiVersion}` : `"apiVersion":${apiVersion},"kind":${kind}`
  return `{${head},${entry.rest.slice(1)}`
}

/** An object's JSON inside a list: Kubernetes' own kinds leave kind and apiVersion to the list. */
export const itemJson = (type: ResourceType, version: string, entry: StoredEntry) =>
  type.builtIn ? shown(type, version, entry).rest : wholeJson(type, version, entry)

const shown = (type: ResourceType, version: string, entry: StoredEntry) =>
  resourceKey(type) === NEWER_EVENTS ? new StoredEntry(inVersion(type, version, entry.object), entry.version) : entry

// SPDX-License-Identifier: Apache-2.0
// Events are one set of objects with two APIs: v1 and events.k8s.io/v1 have other names for the same fields.
import type { CoreV1Event, EventsV1Event } from '@kubernetes/client-node'
import type { Manifest } from '../json.ts'

const NAMES: readonly (readonly [core: keyof CoreV1Event, newer: keyof EventsV1Event])[] = [
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
  ['reportingComponent', 'reportingController'],
]

export const toNewerEvent = (event: Manifest) => renamed(event, 'events.k8s.io/v1', new Map<string, string>(NAMES))

export const toCoreEvent = (event: Manifest) =>
  renamed(event, 'v1', new Map<string, string>(NAMES.map(([core, newer]) => [newer, core])))

function renamed(event: Manifest, apiVersion: string, names: ReadonlyMap<string, string>): Manifest {
  const fields = Object.entries(event).map(([field, value]) => [names.get(field) ?? field, value])
  return { ...(Object.fromEntries(fields) as Manifest), apiVersion }
}

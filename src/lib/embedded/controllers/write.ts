// SPDX-License-Identifier: Apache-2.0
import { updated } from '../apply.ts'
import type { ClusterState } from '../cluster-state.ts'
import type { Manifest } from '../json.ts'
import { managersOf, withManagers } from '../managed-fields.ts'
import { groupOf, versionOf } from '../resource-type.ts'
import { shapeOf } from '../shape.ts'
import { keyOf } from '../store.ts'
import { storageOf } from '../view.ts'
import { newUid } from '../write-options.ts'

/** The cluster's clock as objects write it. */
export const timeOf = (state: ClusterState) => new Date(state.now()).toISOString().replace(/\.\d+Z$/, 'Z')

/** Stores what a controller writes, under its own name in managedFields. */
export function writeAs(state: ClusterState, manager: string, object: Manifest, subresource = ''): void {
  const type = state.catalog().byKind(groupOf(object.apiVersion), object.kind)
  if (type === undefined) return
  const storage = storageOf(type)
  const before = state.store.get(storage, keyOf(object.metadata))?.object
  const time = timeOf(state)
  const whole: Manifest =
    before === undefined
      ? { ...object, metadata: { ...object.metadata, uid: newUid(), creationTimestamp: time } }
      : object
  const writer = { name: manager, operation: 'Update' as const, apiVersion: object.apiVersion, subresource, time }
  const shape = shapeOf(state.store, type, versionOf(object.apiVersion))
  const known = managersOf(before)
  // as with any update: what had no owners before gets none now
  const managers = before !== undefined && known.length === 0 ? [] : updated(shape, before, whole, known, writer, [])
  state.store.put(storage, withManagers(whole, managers))
}

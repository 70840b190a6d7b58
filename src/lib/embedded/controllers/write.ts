// SPDX-License-Identifier: Apache-2.0

import { storageOf } from '../http/versions.ts'
import type { Manifest } from '../json.ts'
import { managedFieldsOf, withManagers } from '../patch/managed-fields.ts'
import { updated } from '../patch/server-side-apply.ts'
import type { ClusterState } from '../storage/cluster-state.ts'
import { mergeShapeOf } from '../storage/merge-shape.ts'
import { groupOfType, versionOf } from '../storage/resource-type.ts'
import { storeKey } from '../storage/store.ts'
import { newUid } from '../storage/write-options.ts'

/** The cluster's time as in timestamps of objects. */
export const timeOf = (state: ClusterState) => new Date(state.now()).toISOString().replace(/\.\d+Z$/, 'Z')

/** Stores an object with the controller as manager in managedFields. */
export function writeAs(state: ClusterState, manager: string, object: Manifest, subresource = ''): void {
  const type = state.catalog().byKind(groupOfType(object.apiVersion), object.kind)
  if (type === undefined) return
  const storage = storageOf(type)
  const before = state.store.get(storage, storeKey(object.metadata))?.object
  const time = timeOf(state)
  const whole: Manifest =
    before === undefined
      ? { ...object, metadata: { ...object.metadata, uid: newUid(), creationTimestamp: time } }
      : object
  const writer = { name: manager, operation: 'Update' as const, apiVersion: object.apiVersion, subresource, time }
  const shape = mergeShapeOf(state.store, type, versionOf(object.apiVersion))
  const known = managedFieldsOf(before)
  // Like any update: an object without managedFields gets none.
  const managers = before !== undefined && known.length === 0 ? [] : updated(shape, before, whole, known, writer, [])
  state.store.put(storage, withManagers(whole, managers))
}

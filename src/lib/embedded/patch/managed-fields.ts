// SPDX-License-Identifier: Apache-2.0
import type { V1ManagedFieldsEntry } from '@kubernetes/client-node'
import type { AsJson } from '../../model/object/kubernetes-json.ts'
import { type Json, listAtKeys, type Manifest, textAtKeys } from '../json.ts'
import { type FieldSet, fromFieldsV1, isEmpty, sameSet, toFieldsV1 } from './field-set.ts'

/** An entry of metadata.managedFields. */
export interface Manager {
  readonly name: string
  readonly operation: 'Apply' | 'Update'
  readonly apiVersion: string
  readonly subresource: string
  readonly time: string
  readonly fields: FieldSet
}

/** Apply entries of one manager are shared by all API versions, Update entries are not. */
export const sameManager = (a: Manager, b: Manager) =>
  a.name === b.name &&
  a.operation === b.operation &&
  a.subresource === b.subresource &&
  (a.operation === 'Apply' || a.apiVersion === b.apiVersion)

export function managedFieldsOf(object: Manifest | undefined): readonly Manager[] {
  return listAtKeys(object?.metadata, 'managedFields').map((entry) => ({
    name: textAtKeys(entry, 'manager'),
    operation: textAtKeys(entry, 'operation') === 'Apply' ? 'Apply' : 'Update',
    apiVersion: textAtKeys(entry, 'apiVersion'),
    subresource: textAtKeys(entry, 'subresource'),
    time: textAtKeys(entry, 'time'),
    fields: fromFieldsV1((entry as Json)['fieldsV1']),
  }))
}

/** In the real server's order: Apply entries first, then by time and name. */
function managedFields(managers: readonly Manager[]): readonly AsJson<V1ManagedFieldsEntry>[] {
  const rank = (manager: Manager) =>
    [manager.operation, manager.time, manager.name, manager.apiVersion, manager.subresource].join('\n')
  return managers
    .filter((manager) => !isEmpty(manager.fields))
    .toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
    .map(({ name, operation, apiVersion, time, fields, subresource }) => ({
      manager: name,
      operation,
      apiVersion,
      ...(time === '' ? {} : { time }),
      fieldsType: 'FieldsV1',
      fieldsV1: toFieldsV1(fields),
      ...(subresource === '' ? {} : { subresource }),
    }))
}

/** Ignores times. */
export function sameManagers(a: readonly Manager[], b: readonly Manager[]): boolean {
  const full = (list: readonly Manager[]) => list.filter((manager) => !isEmpty(manager.fields))
  const [left, right] = [full(a), full(b)]
  return (
    left.length === right.length &&
    left.every((manager) => right.some((other) => sameManager(manager, other) && sameSet(manager.fields, other.fields)))
  )
}

export function withManagers(object: Manifest, managers: readonly Manager[]): Manifest {
  const { managedFields: _, ...rest } = object.metadata
  const list = managedFields(managers)
  return { ...object, metadata: list.length === 0 ? rest : { ...rest, managedFields: list } }
}

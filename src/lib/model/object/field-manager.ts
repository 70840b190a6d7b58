// SPDX-License-Identifier: Apache-2.0
import type { KubeObject, Meta } from './resource.ts'

/** The fields that one manager owns, from managedFields: names of fields, never values. */
export interface FieldManager {
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  readonly subresource?: string
  readonly fields: readonly FieldPath[]
}

/** Steps, not a string: data keys and annotations contain dots. List members stay as managedFields encodes them. */
export type FieldPath = readonly string[]

/** Our field manager. Without a version: otherwise each release would be a different owner. */
export const FIELD_MANAGER = 'kubectl-c5c3'

/** True if the manager owns this field or one below it. */
export function owns({ fields }: FieldManager, path: FieldPath): boolean {
  return fields.some((field) => path.every((step, i) => field[i] === step))
}

/** Empty for an object without field managers, and for a kind that does not keep metadata.managedFields. */
export function managersOf({ metadata }: KubeObject): readonly FieldManager[] {
  return (metadata as Meta & { readonly managers?: readonly FieldManager[] }).managers ?? []
}

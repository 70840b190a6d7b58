// SPDX-License-Identifier: Apache-2.0
import type { KubeObject, Meta } from './resource.ts'

/** Who wrote which fields of an object, as the server keeps it in managedFields: names of fields, never values. */
export interface FieldManager {
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  readonly subresource?: string
  readonly fields: readonly FieldPath[]
}

/** Steps of a path: names of data keys and annotations hold dots, so it is no text. Members of lists stand as they came. */
export type FieldPath = readonly string[]

/** Ours, and fixed: a version in it would make every release another owner. */
export const FIELD_MANAGER = 'kubectl-c5c3'

/** True when the manager owns this field, or something inside of it. */
export function owns({ fields }: FieldManager, path: FieldPath): boolean {
  return fields.some((field) => path.every((step, i) => field[i] === step))
}

/** Who wrote what; empty for an object without owners, and for one of a kind that does not keep metadata.managedFields. */
export function managersOf({ metadata }: KubeObject): readonly FieldManager[] {
  return (metadata as Meta & { readonly managers?: readonly FieldManager[] }).managers ?? []
}

// SPDX-License-Identifier: Apache-2.0

/** A type of @kubernetes/client-node as its JSON: a time is a string, or null if it is not set. */
export type AsJson<T> = T extends Date
  ? string | null
  : T extends readonly (infer Element)[]
    ? readonly AsJson<Element>[]
    : T extends object
      ? { readonly [Field in keyof T]: AsJson<T[Field]> }
      : T

/** Paths of up to three fields in a type of client-node, as `keep` of a kind names them; list members have no index. */
export type TypedFieldPath<T, Depth extends readonly unknown[] = [1, 2, 3]> = Depth extends readonly [
  unknown,
  ...infer Rest,
]
  ? NonNullable<T> extends readonly (infer Element)[]
    ? TypedFieldPath<Element, Depth>
    : NonNullable<T> extends Date | string | number | boolean
      ? never
      : string extends keyof NonNullable<T>
        ? string
        : {
            [Field in keyof NonNullable<T> & string]: Field | `${Field}.${TypedFieldPath<NonNullable<T>[Field], Rest>}`
          }[keyof NonNullable<T> & string]
  : never

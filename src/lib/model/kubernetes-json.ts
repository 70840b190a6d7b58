// SPDX-License-Identifier: Apache-2.0

/** A type of @kubernetes/client-node as its JSON: a time is text, or null where it is not set. */
export type AsJson<T> = T extends Date
  ? string | null
  : T extends readonly (infer Element)[]
    ? readonly AsJson<Element>[]
    : T extends object
      ? { readonly [Field in keyof T]: AsJson<T[Field]> }
      : T

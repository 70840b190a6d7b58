// SPDX-License-Identifier: Apache-2.0
/** Tests the type of a value of unknown origin. */
export type ValueTest = (value: unknown) => boolean

export const isText: ValueTest = (value) => typeof value === 'string'
export const isFlag: ValueTest = (value) => typeof value === 'boolean'
export const isCount: ValueTest = (value) => Number.isSafeInteger(value)

export const oneOf =
  (values: readonly string[]): ValueTest =>
  (value) =>
    values.includes(value as string)

export const isEither =
  (...shapes: readonly ValueTest[]): ValueTest =>
  (value) =>
    shapes.some((fits) => fits(value))

export const listOf =
  (item: ValueTest): ValueTest =>
  (value) =>
    Array.isArray(value) && value.every(item)

export const mapOf =
  (item: ValueTest): ValueTest =>
  (value) =>
    isRecord(value) && Object.values(value).every(item)

export const isOptional =
  (shape: ValueTest): ValueTest =>
  (value) =>
    value === undefined || shape(value)

/** An object with these fields; the type parameter requires a test for each field of T. */
export const recordOf =
  <T extends object>(fields: { readonly [K in keyof T]-?: ValueTest }): ValueTest =>
  (value) =>
    isRecord(value) &&
    Object.entries<ValueTest>(fields).every(([key, fits]) => fits(Object.hasOwn(value, key) ? value[key] : undefined))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

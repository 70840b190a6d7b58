// SPDX-License-Identifier: Apache-2.0
/** Whether a value of unknown origin has a type. */
export type Shape = (value: unknown) => boolean

export const isText: Shape = (value) => typeof value === 'string'
export const isFlag: Shape = (value) => typeof value === 'boolean'
export const isCount: Shape = (value) => Number.isSafeInteger(value)

export const oneOf =
  (values: readonly string[]): Shape =>
  (value) =>
    values.includes(value as string)

export const either =
  (...shapes: readonly Shape[]): Shape =>
  (value) =>
    shapes.some((fits) => fits(value))

export const listOf =
  (item: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.every(item)

/** A map with any keys. */
export const mapOf =
  (item: Shape): Shape =>
  (value) =>
    isRecord(value) && Object.values(value).every(item)

export const optional =
  (shape: Shape): Shape =>
  (value) =>
    value === undefined || shape(value)

/** An object with these fields; the compiler wants one for each field of T. */
export const recordOf =
  <T extends object>(fields: { readonly [K in keyof T]-?: Shape }): Shape =>
  (value) =>
    isRecord(value) &&
    Object.entries<Shape>(fields).every(([key, fits]) => fits(Object.hasOwn(value, key) ? value[key] : undefined))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

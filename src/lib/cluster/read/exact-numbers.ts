// SPDX-License-Identifier: Apache-2.0
// JSON numbers beyond 2^53 lose digits in a double. Such a number is rare, and parsing with a reviver is ten times slower,
// so a body is parsed the fast way first and again, with the digits kept as text, when a kept field turns out to need it.

/** Thrown by the reader of a body that met a number whose digits were lost. */
export class PrecisionLost extends Error {}

/** Parses a body and hands it to the reader; integers beyond 2^53 reach it as text with all their digits. */
export function readExactJson<R>(text: string, read: (body: unknown) => R): R {
  try {
    return read(JSON.parse(text))
  } catch (error) {
    if (!(error instanceof PrecisionLost)) throw error
    return read(parseWithDigits(text))
  }
}

/** True when a parsed number may not be what stands in the text. */
export function isInexact(value: number): boolean {
  return !Number.isSafeInteger(value) && (Number.isInteger(value) || !Number.isFinite(value))
}

type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown

function parseWithDigits(text: string): unknown {
  const keepDigits: Reviver = (_key, value, { source }) =>
    typeof value === 'number' && isInexact(value) ? (source ?? String(value)) : value
  // The third argument (ECMAScript 2026) is newer than the library types; without it the number is marked by its text form.
  return JSON.parse(text, keepDigits as (this: unknown, key: string, value: unknown) => unknown)
}

// SPDX-License-Identifier: Apache-2.0
// JSON numbers beyond 2^53 lose digits as doubles. They are rare, and parsing with a reviver is ten times slower, so a
// body is parsed fast first and again with exact digits only when a kept field needs them.

/** Thrown by a reader that meets a number whose digits were lost. */
export class PrecisionLost extends Error {}

/** Parses a body and passes it to the reader; integers beyond 2^53 become strings with all their digits. */
export function readExactJson<R>(text: string, read: (body: unknown) => R): R {
  try {
    return read(JSON.parse(text))
  } catch (error) {
    if (!(error instanceof PrecisionLost)) throw error
    return read(parseWithDigits(text))
  }
}

/** True when a parsed number may differ from its text. */
export function isInexact(value: number): boolean {
  return !Number.isSafeInteger(value) && (Number.isInteger(value) || !Number.isFinite(value))
}

type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown

function parseWithDigits(text: string): unknown {
  const keepDigits: Reviver = (_key, value, { source }) =>
    typeof value === 'number' && isInexact(value) ? (source ?? String(value)) : value
  // The library types lack the third argument (ECMAScript 2026); without it the number is kept as its string form.
  return JSON.parse(text, keepDigits as (this: unknown, key: string, value: unknown) => unknown)
}

// SPDX-License-Identifier: Apache-2.0
import type { Readable } from 'node:stream'

export type HeaderValues = Readonly<Record<string, string | readonly string[]>>

/** One request as it goes on the wire, whatever the protocol. */
export interface Outgoing {
  readonly method: string
  /** Path and query. */
  readonly path: string
  /** Names in lower case. */
  readonly headers: HeaderValues
  readonly body: string | undefined
}

/** The head of an answer; the body is still coming. */
export interface Incoming {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Always has an error listener. Destroying it frees the connection or the stream. */
  readonly body: Readable
  /** After the body's end: false when the connection broke before the server had said all. */
  complete(): boolean
}

/** Largest block of headers we take. */
export const MAX_HEADER_BYTES = 65_536

/** Headers as one string each. */
export function flattenHeaders(headers: Readonly<Record<string, string | number | readonly string[] | undefined>>) {
  const flat: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !name.startsWith(':'))
      flat[name] = Array.isArray(value) ? value.join(', ') : String(value)
  }
  return flat
}

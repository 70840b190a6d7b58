// SPDX-License-Identifier: Apache-2.0
import type { Readable } from 'node:stream'

export type HeaderValues = Readonly<Record<string, string | readonly string[]>>

/** A request for either HTTP version. */
export interface Outgoing {
  readonly method: string
  /** Path and query. */
  readonly path: string
  /** Names in lower case. */
  readonly headers: HeaderValues
  readonly body: string | undefined
}

/** Status and headers; the body is still being received. */
export interface Incoming {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Always has an error listener. Destroying it frees the connection or stream. */
  readonly body: Readable
  /** After the end of the body: false when the connection broke before. */
  complete(): boolean
}

export const MAX_HEADER_BYTES = 65_536

/** Joins repeated headers and omits HTTP/2 pseudo-headers. */
export function flattenHeaders(headers: Readonly<Record<string, string | number | readonly string[] | undefined>>) {
  const flat: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !name.startsWith(':'))
      flat[name] = Array.isArray(value) ? value.join(', ') : String(value)
  }
  return flat
}

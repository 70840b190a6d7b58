// SPDX-License-Identifier: Apache-2.0
import type { Json } from '../json.ts'
import type { User } from './users.ts'

/** One authenticated request with its body. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
  readonly bytes: Uint8Array
  readonly user: User
}

/** The stream of a watch or a log. */
export interface ResponseSink {
  write(chunk: string): void
  end(): void
  onClose(listener: () => void): void
}

export interface HttpAnswer {
  readonly status: number
  readonly type: string
  readonly body: string | ((sink: ResponseSink) => void)
  readonly headers?: Readonly<Record<string, string>>
}

export const JSON_TYPE = 'application/json'

export const json = (value: Json | readonly unknown[], status = 200): HttpAnswer => ({
  status,
  type: JSON_TYPE,
  body: `${JSON.stringify(value)}\n`,
})

export const rawJson = (body: string, status = 200): HttpAnswer => ({ status, type: JSON_TYPE, body })

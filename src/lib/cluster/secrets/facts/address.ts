// SPDX-License-Identifier: Apache-2.0
import { safeLine } from '../../../model/text/sanitize.ts'

/** host:port without user, path and query; undefined when the text is no http URL. */
export function hostAddress(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 2048) return undefined
  try {
    const { protocol, hostname, port } = new URL(text)
    const defaultPort = PORTS[protocol]
    return defaultPort === undefined || hostname === '' ? undefined : safeLine(`${hostname}:${port || defaultPort}`)
  } catch {
    return undefined
  }
}

const PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' }

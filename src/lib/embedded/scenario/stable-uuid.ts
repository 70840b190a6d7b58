// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto'

/** Deterministic across processes: golden files and profiles contain these UUIDs. */
export function uuidOf(...parts: readonly string[]): string {
  const hex = createHash('sha256').update(parts.join('\n')).digest('hex')
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

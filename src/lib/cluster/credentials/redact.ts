// SPDX-License-Identifier: Apache-2.0
import { sanitizeForTerminal } from '../../model/text/sanitize.ts'

/** For output of an interactive plugin: sanitized, without tokens of known shapes. */
export function redactShapes(text: string): string {
  return sanitizeForTerminal(
    SHAPES.reduce((redacted, [shape, replacement]) => redacted.replace(shape, replacement), text),
  )
}

/** For a debug log: also without the given secrets and without anything that looks like a key. */
export function redact(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret.length >= 4).sort((a, b) => b.length - a.length)
  const without = known.reduce((redacted, secret) => redacted.replaceAll(secret, '[redacted]'), text)
  return redactShapes(without).replace(KEY_LIKE, '[redacted]')
}

// What a failing plugin may print: PEM blocks, JWTs, Authorization values and labelled secrets (key=value).
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [^-]+-----[\s\S]*?(?:-----END [^-]+-----|$)/g, '[redacted]'],
  [/\beyJ[A-Za-z0-9_-]{5,}(?:\.[A-Za-z0-9_-]*)*/g, '[redacted]'],
  [/\b(Bearer|Basic)\s+\S+/gi, '$1 [redacted]'],
  [/(\b[\w-]*(?:token|secret|password|passwd|api_?key)["']?\s*[=:]\s*["']?)[^\s"'&,}]+/gi, '$1[redacted]'],
]

// Long unbroken runs of letters and digits look like keys. Words, paths and host names do not.
const KEY_LIKE = /(?=[A-Za-z0-9+/_=-]*\d)(?=[A-Za-z0-9+/_=-]*[A-Za-z])[A-Za-z0-9+/_=-]{20,}/g

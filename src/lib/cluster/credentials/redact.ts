// SPDX-License-Identifier: Apache-2.0
import { sanitizeForTerminal } from '../../model/text/sanitize.ts'

// What a plugin may print when it fails: PEM blocks, JWTs, Authorization values, key=value pairs that say what they are.
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [^-]+-----[\s\S]*?(?:-----END [^-]+-----|$)/g, '[redacted]'],
  [/\beyJ[A-Za-z0-9_-]{5,}(?:\.[A-Za-z0-9_-]*)*/g, '[redacted]'],
  [/\b(Bearer|Basic)\s+\S+/gi, '$1 [redacted]'],
  [/(\b[\w-]*(?:token|secret|password|passwd|api_?key)["']?\s*[=:]\s*["']?)[^\s"'&,}]+/gi, '$1[redacted]'],
]

// Anything long that mixes letters and digits without a break looks like a key. Words, paths and host names do not.
const KEY_LIKE = /(?=[A-Za-z0-9+/_=-]*\d)(?=[A-Za-z0-9+/_=-]*[A-Za-z])[A-Za-z0-9+/_=-]{20,}/g

/** Text of a plugin that may be shown while it talks to its user: controls visible, tokens in known shapes gone. */
export function redactShapes(text: string): string {
  return sanitizeForTerminal(SHAPES.reduce((sum, [shape, instead]) => sum.replace(shape, instead), text))
}

/** Text of a plugin for a debug log: also without the given secrets and without anything that looks like a key. */
export function redact(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret.length >= 4).sort((a, b) => b.length - a.length)
  const without = known.reduce((sum, secret) => sum.replaceAll(secret, '[redacted]'), text)
  return redactShapes(without).replace(KEY_LIKE, '[redacted]')
}

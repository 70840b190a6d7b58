// SPDX-License-Identifier: Apache-2.0
/**
 * A path in the secret backend as both sides mean it: the seeds write the engine and data/ before it, the released
 * operators do not. Marked, so that it is never taken for the name of an object.
 */
export function remotePath(key: string): string {
  return `remote:${key
    .replace(/^\/+/, '')
    .replace(/^(kv-v2|secret)\//, '')
    .replace(/^data\//, '')}`
}

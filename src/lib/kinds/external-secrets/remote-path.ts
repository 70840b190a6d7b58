// SPDX-License-Identifier: Apache-2.0
/**
 * A normalised path in the secret backend: the specification prefixes the engine and data/, the released operators do
 * not. Prefixed with remote: so that it cannot collide with the name of an object.
 */
export function remotePath(key: string): string {
  return `remote:${key
    .replace(/^\/+/, '')
    .replace(/^(kv-v2|secret)\//, '')
    .replace(/^data\//, '')}`
}

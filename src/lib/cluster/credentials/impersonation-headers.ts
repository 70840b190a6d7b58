// SPDX-License-Identifier: Apache-2.0
import type { Impersonation } from '../config.ts'

/** The impersonation headers, spelled as client-go spells them. */
export function impersonationHeaders(
  impersonate: Impersonation | undefined,
): Readonly<Record<string, string | readonly string[]>> {
  if (!impersonate) return {}
  const extra = Object.entries(impersonate.extra).filter(([, values]) => values.length > 0)
  return {
    'Impersonate-User': asBytes(impersonate.user),
    ...(impersonate.uid && { 'Impersonate-Uid': asBytes(impersonate.uid) }),
    ...(impersonate.groups.length > 0 && { 'Impersonate-Group': impersonate.groups.map(asBytes) }),
    ...Object.fromEntries(extra.map(([key, values]) => [`Impersonate-Extra-${escapeKey(key)}`, values.map(asBytes)])),
  }
}

/** Node writes headers as Latin-1; this makes it send the UTF-8 bytes, as Go does. */
const asBytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

/** Extra keys are free text (example.com/scope): percent-encode bytes that are invalid in a header name, and %. */
function escapeKey(key: string): string {
  return asBytes(key).replace(
    /[^A-Za-z0-9!#$&'*+.^_`|~-]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}

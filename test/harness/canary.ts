// SPDX-License-Identifier: Apache-2.0
// Detects a planted secret in output, in any encoding.
import { expect } from 'vitest'

/** Every encoding of a secret: raw, base64 at each alignment, base64url, hex, escaped. */
export function formsOf(secret: string): readonly string[] {
  const bytes = [Buffer.from(secret), ...decoded(secret)]
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    secret.replaceAll('/', '\\/'),
    ...bytes.flatMap((each) => [
      each.toString('hex'),
      each.toString('hex').toUpperCase(),
      ...aligned(each),
      ...aligned(each).map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    ]),
  ].filter((form) => form.length >= 8)
}

/** A Ceph key is itself base64: its decoded bytes are secret too. */
function decoded(secret: string): Buffer[] {
  return /^[A-Za-z0-9+/]{16,}={0,2}$/.test(secret) ? [Buffer.from(secret, 'base64')] : []
}

/** The base64 substrings of the secret for each of the three possible alignments. */
function aligned(bytes: Buffer): string[] {
  return [0, 1, 2].map((lead) => {
    const whole = Buffer.concat([Buffer.alloc(lead), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const end = (lead + bytes.length) % 3 === 0 ? whole.length : whole.length - 1
    return whole.slice(lead === 0 ? 0 : lead + 1, end)
  })
}

const known = new Map<string, readonly string[]>()

/** Expects that the text contains no encoding of any secret. */
export function expectNoLeak(text: string, secrets: Iterable<string>, where: string): void {
  for (const secret of secrets) {
    const forms = known.get(secret) ?? formsOf(secret)
    known.set(secret, forms)
    const leak = forms.find((form) => text.includes(form))
    // Thousands are searched: only a match is worth an assertion.
    if (leak !== undefined) expect.fail(`${where} holds ${leak}`)
  }
}

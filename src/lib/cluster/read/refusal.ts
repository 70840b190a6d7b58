// SPDX-License-Identifier: Apache-2.0
/** Bodies of refusals are short; more than this is not read. */
const MAX_REFUSAL = 64 * 1024

/** The body of a refused request, as far as it came. Never throws: the status alone says enough. */
export async function refusalText(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of chunks) {
      parts.push(chunk)
      size += chunk.length
      if (size > MAX_REFUSAL) break
    }
  } catch {
    // What came so far may hold the reason.
  }
  return Buffer.concat(parts).toString('utf8')
}

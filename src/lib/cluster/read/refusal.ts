// SPDX-License-Identifier: Apache-2.0

/** The body of an error response, as far as it was received. Never throws: the status is sufficient. */
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
    // The received part may contain the reason.
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Error bodies are short; more is not read. */
const MAX_REFUSAL = 64 * 1024

// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest'
import { lines } from '../../../../src/lib/cluster/read/lines.ts'

async function split(chunks: readonly (string | Uint8Array)[], max?: number): Promise<string[]> {
  async function* source() {
    for (const chunk of chunks) yield typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk
  }
  return await Array.fromAsync(lines(source(), max))
}

describe('the lines of a watch', () => {
  test('are split at newlines alone: U+2028, U+2029, \\r and NEL are text', async () => {
    expect(await split(['{"a":"x\u2028y\u2029"}\n{"b":"\u0085"}\r\n'])).toEqual([
      '{"a":"x\u2028y\u2029"}',
      '{"b":"\u0085"}\r',
    ])
  })

  test('are independent of the chunks, also inside a character', async () => {
    const text = '{"a":"grün 🙂"}\n\n{"b":2}\n'
    const bytes = new TextEncoder().encode(text)
    for (let size = 1; size <= bytes.length; size++) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      )
      expect(await split(chunks)).toEqual(['{"a":"grün 🙂"}', '{"b":2}'])
    }
  })

  test('are not longer than the limit, with or without a newline', async () => {
    await expect(split(['x'.repeat(11)], 10)).rejects.toMatchObject({ failure: { fault: 'toolarge' } })
    await expect(split(['xxxxxx', 'xxxxxx\n'], 10)).rejects.toMatchObject({ failure: { fault: 'toolarge' } })
    expect(await split(['xxxxx', 'xxxxx\n'], 10)).toEqual(['xxxxxxxxxx'])
  })

  test('must be valid UTF-8', async () => {
    await expect(split([new Uint8Array([0x22, 0xff, 0x22, 0x0a])])).rejects.toMatchObject({
      failure: { fault: 'encoding' },
    })
  })

  test('must not end in the middle', async () => {
    await expect(split(['{"a":1}\n{"b'])).rejects.toMatchObject({ failure: { fault: 'truncated' } })
  })
})

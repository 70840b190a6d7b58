// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { encodePack, openPack, type ReadBytes } from '../../../src/lib/launch/pack.ts'

const parts = new Map([
  ['main.cjs', Buffer.from('module.exports = 1\n')],
  ['empty', Buffer.alloc(0)],
  ['main.cjs:v8', Buffer.from(Uint8Array.from({ length: 1001 }, (_, i) => i % 251))],
])

const reader =
  (bytes: Uint8Array): ReadBytes =>
  (offset, length) =>
    bytes.subarray(offset, offset + length)

describe('a pack', () => {
  it('returns every part', () => {
    const pack = openPack(reader(encodePack(parts)))
    expect(pack?.names).toEqual([...parts.keys()])
    for (const [name, bytes] of parts) expect(Buffer.from(pack?.part(name) ?? [1])).toEqual(bytes)
    expect(pack?.part('toString')).toBeUndefined()
  })

  it('is the same for the same parts', () => {
    expect(encodePack(parts)).toEqual(encodePack(new Map(parts)))
  })

  it('never returns a part with 64 damaged bytes, wherever they are', () => {
    const whole = encodePack(parts)
    for (let at = 0; at < whole.length; at++) {
      const bytes = whole.slice()
      for (let i = at; i < Math.min(at + 64, whole.length); i++) bytes[i] = (bytes[i] ?? 0) ^ 0x40
      const pack = openPack(reader(bytes))
      for (const name of pack?.names ?? []) {
        const part = pack?.part(name)
        if (part !== undefined) expect(Buffer.from(part), `${name} at ${at}`).toEqual(parts.get(name))
      }
    }
  })

  it('never returns a truncated part, wherever the file ends', () => {
    const whole = encodePack(parts)
    for (let end = 0; end < whole.length - 8; end++) {
      const pack = openPack(reader(whole.slice(0, end)))
      expect(pack?.part('main.cjs:v8'), `cut at ${end}`).toBeUndefined()
    }
  })

  it('is not opened if the file has another format', () => {
    for (const text of ['', '{}', 'x'.repeat(100)]) expect(openPack(reader(Buffer.from(text)))).toBeUndefined()
  })
})

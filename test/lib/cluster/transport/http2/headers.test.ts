// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest'
import { NotHttp2 } from '../../../../../src/lib/cluster/transport/http2/frames.ts'
import type { Header } from '../../../../../src/lib/cluster/transport/http2/header-table.ts'
import { HeaderReader, HeaderWriter } from '../../../../../src/lib/cluster/transport/http2/headers.ts'
import { unpacked } from '../../../../../src/lib/cluster/transport/http2/huffman.ts'
import { random as randomFrom } from '../../../graph/random.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

function read(reader: HeaderReader, block: Buffer): Header[] {
  const headers: Header[] = []
  reader.unpack(block, (header) => headers.push(header))
  return headers
}

describe('the examples of RFC 7541', () => {
  test('C.4: three requests on one connection, packed', () => {
    const reader = new HeaderReader()
    const first: Header[] = [
      [':method', 'GET'],
      [':scheme', 'http'],
      [':path', '/'],
      [':authority', 'www.example.com'],
    ]
    expect(read(reader, hex('8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff'))).toEqual(first)
    expect(read(reader, hex('8286 84be 5886 a8eb 1064 9cbf'))).toEqual([...first, ['cache-control', 'no-cache']])
    expect(read(reader, hex('8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf'))).toEqual([
      [':method', 'GET'],
      [':scheme', 'https'],
      [':path', '/index.html'],
      [':authority', 'www.example.com'],
      ['custom-key', 'custom-value'],
    ])
  })

  test('C.6: answers that push each other out of a table of 256 bytes', () => {
    const reader = new HeaderReader()
    read(reader, hex('3fe101'))
    const first: Header[] = [
      [':status', '302'],
      ['cache-control', 'private'],
      ['date', 'Mon, 21 Oct 2013 20:13:21 GMT'],
      ['location', 'https://www.example.com'],
    ]
    const block =
      '4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e 919d 29ad 1718 63c7 8f0b 97c8 e9ae 82ae 43d3'
    expect(read(reader, hex(block))).toEqual(first)
    expect(read(reader, hex('4883 640e ffc1 c0bf'))).toEqual([[':status', '307'], ...first.slice(1)])
    // the first status is gone, so nothing has its number any more
    expect(() => read(reader, hex('c2'))).toThrow(NotHttp2)
  })
})

describe('writer and reader', () => {
  test('what is written is read, whatever it is, in any order and with tables of any size', () => {
    const random = randomFrom(7)
    const pick = (count: number) => Math.floor(random() * count)
    const text = (most: number) => Array.from({ length: pick(most) }, () => String.fromCharCode(32 + pick(95))).join('')
    for (const limit of [0, 40, 300, 4096, 1_000_000]) {
      const [writer, reader] = [new HeaderWriter(), new HeaderReader()]
      const common: Header[] = Array.from({ length: 30 }, (_, i) => [`x-${i}`, text(200)])
      for (let round = 0; round < 60; round++) {
        if (round === 5) writer.limit(limit)
        if (round === 40) writer.limit(4096)
        const headers: Header[] = Array.from({ length: pick(12) }, () =>
          random() < 0.7 ? (common[pick(30)] as Header) : ['x-once', text(5000)],
        )
        const asked: Header[] = [
          [':method', 'GET'],
          [':path', `/${text(30)}`],
          ['accept', 'application/json'],
          ...headers,
        ]
        expect(read(reader, writer.pack(asked))).toEqual(asked)
      }
    }
  })

  test('what is said again takes a byte, a token too; a path is never kept', () => {
    const writer = new HeaderWriter()
    const token: Header = ['authorization', `Bearer ${'t'.repeat(1200)}`]
    const request = (path: string): Header[] => [[':path', path], token, ['accept', 'application/json']]
    expect(writer.pack(request('/api')).length).toBeGreaterThan(1200)
    expect(writer.pack(request('/apis')).length).toBeLessThan(10)
    for (let i = 0; i < 500; i++) writer.pack(request(`/apis/${i}`))
    expect(writer.pack(request('/api')).length).toBeLessThan(10)
  })
})

describe('what is no block of headers', () => {
  test.each([
    ['a number that refers to nothing', 'ff00'],
    ['the number 0', '80'],
    ['a number without an end', 'ffffffffffffffffffff'],
    ['a number that is cut', 'ff'],
    ['a text that is cut', '0085aabb'],
    ['a text that is shorter than it says', '007f'],
    ['a table that is larger than was allowed', '3fe21f'],
    ['a packed text with the end in it', '0084ffffffff01'],
    ['a packed text that ends in the middle of a letter', '0081fe00'],
  ])('%s', (_what, block) => {
    expect(() => read(new HeaderReader(), hex(block))).toThrow(NotHttp2)
  })

  test('any bytes are headers or NotHttp2', () => {
    const random = randomFrom(11)
    for (let round = 0; round < 5000; round++) {
      const block = Buffer.from(Array.from({ length: Math.floor(random() * 40) }, () => Math.floor(random() * 256)))
      try {
        read(new HeaderReader(), block)
      } catch (error) {
        expect(error).toBeInstanceOf(NotHttp2)
      }
    }
  })
})

test('nothing packed is nothing', () => {
  expect(unpacked(Buffer.alloc(0))).toBe('')
})

// SPDX-License-Identifier: Apache-2.0
// A server that violates HTTP/2 on purpose: the request must fail, in time and with bounded memory.
import { describe, expect, test } from 'vitest'
import { failureOf, fakeClock } from '../../../faults/clients.ts'
import {
  type Attack,
  BAD_FRAMES,
  BAD_HEADERS,
  ENDLESS_INFORMATIONAL_HEADERS,
  ENDS_BEFORE_HEADERS,
  FLOODS,
} from '../../../faults/http2-attacks.ts'
import { startRawHttp2Server } from '../../../faults/raw-http2-server.ts'
import { afterwards, GET, open, PATIENT } from './setting.ts'

/** Node 22 only sends GOAWAY for some violations, and the request then ends at its deadline. */
const isNode22 = process.versions.node.startsWith('22.')
const LIMITS = { ...PATIENT, request: isNode22 ? 1000 : PATIENT.request }
const NOTICED = ['malformed', 'toolarge', 'unreachable', 'truncated', ...(isNode22 ? ['timeout'] : [])]

async function attacked(attack: Attack, send: 'send' | 'stream' = 'send', limits = LIMITS) {
  const server = await startRawHttp2Server(attack)
  afterwards(() => server.close())
  const transport = open(server.config(), { clock: fakeClock(), limits })
  const before = process.memoryUsage.rss()
  const failure = await failureOf(send === 'send' ? transport.send(GET) : streamed(transport.stream(GET)))
  return { fault: failure.fault, grownMb: (process.memoryUsage.rss() - before) / 1_048_576 }
}

async function streamed(opening: Promise<{ readonly chunks: AsyncIterable<Uint8Array> }>): Promise<void> {
  for await (const _chunk of (await opening).chunks);
}

describe('a response that ends before its headers fails at once', () => {
  test.each(Object.entries(ENDS_BEFORE_HEADERS))('%s', async (_name, attack) => {
    expect(NOTICED).toContain((await attacked(attack)).fault)
  })
  test.each(Object.entries(ENDS_BEFORE_HEADERS))('%s, for a watch', async (_name, attack) => {
    expect(NOTICED).toContain((await attacked(attack, 'stream')).fault)
  })
})

describe('headers that are wrong or too many fail the request', () => {
  test.each(Object.entries(BAD_HEADERS))('%s', async (_name, attack) => {
    const { fault, grownMb } = await attacked(attack)
    expect(NOTICED).toContain(fault)
    expect(grownMb).toBeLessThan(150)
  })
})

describe('frames that are not allowed fail the request', () => {
  test.each(Object.entries(BAD_FRAMES))('%s', async (_name, attack) => {
    expect(NOTICED).toContain((await attacked(attack)).fault)
  })
})

describe('a flood ends the connection, in bounded memory', () => {
  test.each(Object.entries(FLOODS))('%s', async (_name, attack) => {
    const { fault, grownMb } = await attacked(attack, 'stream')
    expect(NOTICED).toContain(fault)
    expect(grownMb).toBeLessThan(150)
  })

  test('endless informational headers: the request ends at its deadline', async () => {
    const { fault, grownMb } = await attacked(ENDLESS_INFORMATIONAL_HEADERS, 'send', { ...PATIENT, request: 1000 })
    expect(fault).toBe('timeout')
    expect(grownMb).toBeLessThan(150)
  })
})

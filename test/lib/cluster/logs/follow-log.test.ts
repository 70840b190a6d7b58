// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { followLog } from '../../../../src/lib/cluster/logs/follow-log.ts'
import { LONGEST_LINE, type LogLine, logLines, nanosOf } from '../../../../src/lib/cluster/logs/log-lines.ts'
import { LogPlace } from '../../../../src/lib/cluster/logs/log-position.ts'
import type { Clock } from '../../../../src/lib/cluster/transport/types.ts'
import { refused, type ScriptedApi, startApi, type Told } from '../scripted-api.ts'

const clock: Clock = { now: () => 0, random: () => 0, sleep: async () => {} }
const at = (seconds: string, text: string) => `2026-11-16T12:00:${seconds}Z ${text}\n`

describe('followLog', () => {
  let api: ScriptedApi
  beforeEach(async () => {
    api = await startApi([])
  })
  afterEach(() => api.close())

  /** Follows a log over these connections, of which the last one ends regularly. */
  async function follow(connections: readonly Told[], previous: Told = refused(400, 'BadRequest')) {
    const queries: string[] = []
    let nth = 0
    api.script = ({ query }) => {
      queries.push(
        [...query]
          .filter(([name]) => !['container', 'timestamps', 'follow'].includes(name))
          .map(([name, value]) => `${name}=${value}`)
          .join(),
      )
      return query.has('previous') ? previous : connections[nth++]
    }
    const received: string[] = []
    const place = new LogPlace()
    const following = { start: { tailLines: 5 }, place, clock, signal: AbortSignal.timeout(20_000) }
    for await (const news of followLog(api.client(), { namespace: 'ns', pod: 'p', container: 'c' }, following))
      received.push(news.type === 'line' ? news.line.text : `(${news.type})`)
    return { received, queries }
  }

  test('a broken connection is reopened from the last line, without gap or repetition', async () => {
    const { received, queries } = await follow([
      { chunks: [at('01.1', 'one'), at('01.25', 'two'), '2026-11-16T12:00:01.3Z thr'], ending: 'cut' },
      { chunks: [at('01.1', 'one'), at('01.25', 'two'), at('01.3', 'three'), at('02', 'four')], ending: 'end' },
    ])
    expect(received).toEqual(['one', 'two', '(lost)', '(resumed)', 'three', 'four'])
    expect(queries).toEqual(['tailLines=5', 'sinceTime=2026-11-16T12:00:01.25Z'])
  })

  test('lines with the same timestamp are distinguished by text and count', async () => {
    const { received } = await follow([
      { chunks: [at('01.1', 'same'), at('01.1', 'same'), at('01.1', 'other')], ending: 'cut' },
      {
        chunks: [at('01.1', 'same'), at('01.1', 'same'), at('01.1', 'other'), at('01.1', 'same'), at('01.1', 'new')],
        ending: 'end',
      },
    ])
    expect(received).toEqual(['same', 'same', 'other', '(lost)', '(resumed)', 'same', 'new'])
  })

  test('reports that lines may be missing when the last line no longer exists', async () => {
    const { received } = await follow([
      { chunks: [at('01.1', 'one')], ending: 'cut' },
      { chunks: [at('09', 'rotated')], ending: 'end' },
    ])
    expect(received).toEqual(['one', '(lost)', '(gap)', 'rotated'])
  })

  test('fetches the last lines of a restarted container', async () => {
    const { received, queries } = await follow(
      [
        { chunks: [at('01.1', 'one')], ending: 'cut' },
        { chunks: [at('09', 'begun anew')], ending: 'end' },
      ],
      { chunks: [at('01.1', 'one'), at('01.2', 'dying')], ending: 'end' },
    )
    expect(received).toEqual(['one', '(lost)', 'dying', '(resumed)', 'begun anew'])
    expect(queries.at(-1)).toBe('previous=true,sinceTime=2026-11-16T12:00:01.1Z')
  })

  test('reports several failures in a row once; a refusal ends the log', async () => {
    const failing = { status: 500, body: '{}' }
    const { received } = await follow([
      { chunks: [at('01', 'one')], ending: 'cut' },
      ...Array.from({ length: 8 }, () => failing),
      { chunks: [at('01', 'one'), at('02', 'two')], ending: 'end' },
    ])
    expect(received).toEqual(['one', '(lost)', '(resumed)', 'two'])
    await expect(
      follow([{ chunks: [at('01', 'one')], ending: 'cut' }, refused(403, 'Forbidden')]),
    ).rejects.toMatchObject({ failure: { fault: 'forbidden' } })
  })
})

describe('logLines', () => {
  const read = async (...chunks: (string | Uint8Array)[]): Promise<LogLine[]> => {
    const bytes = chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk))
    return Array.fromAsync(
      logLines(
        (async function* () {
          yield* bytes
        })(),
      ),
    )
  }

  test('are safe for a terminal, without colours, and keep tabs', async () => {
    const [line] = await read('2026-11-16T12:00:01.5+01:00 \u001b[1;31mERROR\u001b[0m a\tb\u001b[2Jc\u202e\r\n')
    expect(line).toEqual({ time: '2026-11-16T12:00:01.5+01:00', text: 'ERROR a\tb\\u{1b}[2Jc\\u{202e}' })
  })

  test('a character may span chunks; invalid UTF-8 is made visible', async () => {
    const euro = Buffer.from('€')
    const lines = await read('x ', euro.subarray(0, 1), euro.subarray(1), '\n', Buffer.from([0xff, 0x0a]), 'end')
    expect(lines.map(({ text }) => text)).toEqual(['x €', '\ufffd', 'end'])
  })

  test('a line without a timestamp has none; an empty line is kept', async () => {
    expect(await read('2026-11-16T12:00:00Z \n2026-11-16T12:00:01Z\nunable to retrieve\n')).toEqual([
      { time: '2026-11-16T12:00:00Z', text: '' },
      { time: '2026-11-16T12:00:01Z', text: '' },
      { text: 'unable to retrieve' },
    ])
  })

  test('only the beginning of an endless line is kept', async () => {
    const half = 'a'.repeat(LONGEST_LINE / 2)
    const [line] = await read(half, half, half, 'b\nnext')
    expect(line?.text.length).toBeLessThan(LONGEST_LINE + 100)
    expect(line?.text).toMatch(/… \(32769 more bytes\)$/)
  })

  test('timestamps are compared to the nanosecond, in any time zone', () => {
    const [a, b] = ['2026-11-16T12:00:00.000000001Z', '2026-11-16T13:00:00.000000002+01:00'].map(nanosOf)
    expect([b! - a!, nanosOf('nonsense'), nanosOf(undefined)]).toEqual([1n, undefined, undefined])
  })
})

// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process'
import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { countTests, type TempestOutput } from '../../../src/lib/model/tempest/results.ts'
import { readTempestOutput } from '../../../src/lib/tempest/output.ts'
import { ROOT } from '../../harness/run-cli.ts'

const RECORDED = join(ROOT, '..', 'shared', 'recorded', 'tempest')

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const read = (text: string | Uint8Array, size = 1000): Promise<TempestOutput> =>
  readTempestOutput(pieces(typeof text === 'string' ? Buffer.from(text) : text, size))

const line = (i: number, end = 'ok') => `{${i % 4}} tempest.api.compute.test_a.TestA.test_${i} [0.001000s] ... ${end}\n`

const totals = (total: number, failed: number) =>
  `\n======\nTotals\n======\nRan: ${total} tests in 12.5000 sec.\n - Passed: ${total - failed}\n - Skipped: 0\n - Expected Fail: 0\n - Unexpected Success: 0\n - Failed: ${failed}\n`

/** A subunit v2 packet: signature, flags, length, time, name, checksum. */
function packet(name: string, status: number, second = 0): Buffer {
  const text = Buffer.from(name)
  const time = Buffer.alloc(5)
  time.writeUInt32BE(1_700_000_000 + second)
  const body = Buffer.concat([time, Buffer.from([0x40 | (text.length >> 8), text.length & 255]), text])
  const head = Buffer.alloc(5)
  head.writeUInt8(0xb3)
  head.writeUInt16BE(0x2b00 | status, 1)
  head.writeUInt16BE(0x4000 | (body.length + 9), 3)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(Buffer.concat([head, body])))
  return Buffer.concat([head, body, sum])
}

const NAME = 'tempest.api.volume.test_v.TestV.test_create[id-1,smoke]'

describe.skipIf(!existsSync(RECORDED))('recorded runs (skipped if not available)', () => {
  it.each([
    ['passed.log', 'console', { total: 45, passed: 45, failed: 0, skipped: 0 }, 27.1185],
    ['passed.junit.xml', 'junit', { total: 45, passed: 45, failed: 0, skipped: 0 }, 27.118],
    ['passed.subunit', 'subunit', { total: 45, passed: 45, failed: 0, skipped: 0 }, 27.118],
    ['failed.log', 'console', { total: 43, passed: 17, failed: 25, skipped: 1 }, 15.6372],
    ['failed.junit.xml', 'junit', { total: 43, passed: 17, failed: 25, skipped: 1 }, 15.637],
  ])('%s', async (file, format, counts, seconds) => {
    const output = await readTempestOutput(createReadStream(join(RECORDED, file), { highWaterMark: 777 }))
    expect(output).toMatchObject({ formats: [format], problems: [] })
    expect(countTests(output.tests)).toEqual(counts)
    expect(output.seconds).toBeCloseTo(seconds, 2)
    const failed = output.tests.filter(({ outcome }) => outcome === 'failed')
    expect(failed.every(({ service }) => service === 'identity')).toBe(true)
    expect(failed.filter(({ message }) => message?.includes('Connection refused')).length).toBeGreaterThanOrEqual(
      Math.min(failed.length, 24),
    )
  })

  it('the same tests have the same names in every format, and appear once if a log contains two', async () => {
    const names = async (file: string) => (await readTempestOutput(createReadStream(join(RECORDED, file)))).tests
    const [log, junit, subunit] = await Promise.all(['passed.log', 'passed.junit.xml', 'passed.subunit'].map(names))
    const sorted = (tests: typeof log) => tests?.map(({ name }) => name).sort()
    expect(sorted(junit)).toEqual(sorted(log))
    expect(sorted(subunit)).toEqual(sorted(log))
    async function* both() {
      yield* createReadStream(join(RECORDED, 'failed.log'))
      yield* createReadStream(join(RECORDED, 'failed.junit.xml'))
    }
    const output = await readTempestOutput(both())
    expect(countTests(output.tests)).toEqual({ total: 43, passed: 17, failed: 25, skipped: 1 })
    expect(output).toMatchObject({ formats: ['console', 'junit'], problems: [] })
  })
})

describe('console', () => {
  it('10,000 tests', async () => {
    const text = Array.from({ length: 10_000 }, (_, i) => line(i, i % 100 === 0 ? 'FAILED' : 'ok')).join('')
    const output = await read(text + totals(10_000, 100))
    expect(countTests(output.tests)).toEqual({ total: 10_000, passed: 9900, failed: 100, skipped: 0 })
    expect(output).toMatchObject({ problems: [], seconds: 12.5 })
  })

  it('truncated: the parsed tests are reported as incomplete', async () => {
    const text = [0, 1, 2].map((i) => line(i)).join('')
    expect((await read(text.slice(0, -20))).problems).toEqual([
      'the log ends after 2 tests, before the totals',
      '1 result broken, the first in line 3',
    ])
  })

  it('truncated at the beginning: the totals show how much is missing', async () => {
    const output = await read(line(7) + line(8) + totals(9, 1))
    expect(output).toMatchObject({ stated: { total: 9, failed: 1 }, problems: ['7 of 9 tests are not in the log'] })
  })

  it('two writers in one line: both results are parsed, a damaged one is reported', async () => {
    const torn = '{1} tempest.api.compute.test_a.TestA.test_2 [0.1'
    const text = `2026-11-16 INFO tempest ${line(0).trimEnd()} ${line(1)}${torn}${line(3)}${totals(4, 0)}`
    const output = await read(text)
    expect(output.tests.map(({ name }) => name.slice(-6))).toEqual(['test_0', 'test_1', 'test_3'])
    expect(output.problems).toEqual(['1 of 4 tests are not in the log', '1 result broken, the first in line 2'])
  })

  it('a test that failed and then passed is flaky, and counts as failed', async () => {
    const output = await read(line(0, 'FAILED') + line(0) + totals(1, 1))
    expect(output.tests).toMatchObject([{ outcome: 'failed', unsteady: true }])
  })

  it.each([
    ['', 'the log is empty'],
    ['error: cannot find tempest.conf\n', 'nothing in the log is a result of Tempest'],
    ['\u0000\u0001\ufffd ógó {0} x\n', 'nothing in the log is a result of Tempest'],
  ])('%j holds no result', async (text, problem) => {
    expect(await read(text, 3)).toMatchObject({ tests: [], problems: [problem] })
  })
})

describe('junit', () => {
  const test = (i: number, body = '') =>
    `<testcase classname="tempest.api.image.test_i.TestI" name="test_${i}[id-${i}]" time="0.5">${body}</testcase>`
  const failure =
    '<failure type="x" message="a &lt; b">Traceback\n  File "x"\ntempest.NotFound: gone &amp; lost\n</failure>'

  it.each([1, 7, 4096])('in one line, in pieces of %i bytes', async (size) => {
    const xml = `<?xml version="1.0"?><testsuites><testsuite name="" tests="3" failures="1" errors="0" time="1.5">${test(1)}${test(2, failure)}${test(3, '<skipped>not here</skipped>')}</testsuite></testsuites>`
    const output = await read(xml, size)
    expect(output.tests.map(({ outcome, message }) => [outcome, message])).toEqual([
      ['passed', undefined],
      ['failed', 'NotFound: gone & lost'],
      ['skipped', 'not here'],
    ])
    expect(output).toMatchObject({ problems: [], seconds: 1.5, stated: { total: 3, passed: 1, failed: 1, skipped: 1 } })
  })

  it('truncated or interleaved: complete elements are parsed', async () => {
    const xml = `<testsuite tests="4" failures="1" errors="0" time="1">${test(1)}<testcase classname="a" na`
    expect((await read(`${xml}2026 INFO log line\n${test(2)}`)).problems).toEqual([
      'the log ends after 2 tests, before the totals',
      '2 of 4 tests are not in the log',
      '1 JUnit elements broken',
    ])
  })
})

describe('subunit', () => {
  it.each([1, 5, 1000])('among lines of text, in pieces of %i bytes', async (size) => {
    const bytes = Buffer.concat([
      Buffer.from('log ó line\n'),
      packet(NAME, 2, 0),
      Buffer.from('another ³ line\n'),
      packet(NAME, 6, 3),
    ])
    const output = await read(bytes, size)
    expect(output).toMatchObject({ formats: ['subunit'], seconds: 3, problems: [] })
    expect(output.tests).toEqual([
      { name: 'tempest.api.volume.test_v.TestV.test_create', service: 'volume', outcome: 'failed', seconds: 3 },
    ])
  })

  it('a packet with a wrong checksum is ignored, and a test without an end is unknown', async () => {
    const broken = packet('tempest.api.volume.test_v.TestV.test_b', 3)
    broken[12] = (broken[12] ?? 0) ^ 1
    const output = await read(Buffer.concat([packet(NAME, 2), broken, packet(`${NAME}x`, 3)]))
    expect(output.tests.map(({ outcome }) => outcome)).toEqual(['passed', 'unknown'])
    expect(output.problems).toEqual(['1 subunit packets broken', '1 tests began and did not end'])
  })
})

it('a truncated stream is reported with the results before', async () => {
  async function* chunks() {
    yield Buffer.from(line(1))
    throw new Error('the connection was closed')
  }
  const output = await readTempestOutput(chunks())
  expect(output.tests).toHaveLength(1)
  expect(output.problems[0]).toBe('the log broke off: the connection was closed')
})

it('50 MB are read in less than 200 MB', { timeout: 60_000 }, async () => {
  const script = `
    import { readTempestOutput } from ${JSON.stringify(join(ROOT, 'src/lib/tempest/output.ts'))}
    const noise = '2026-11-16 03:05:29.799 1 INFO tempest.lib.common.rest_client [req-1] Request (A:b): 201 POST ó\\n'
    async function* chunks() {
      for (let i = 0; i < 800; i++) {
        const own = Array.from({ length: 12 }, (_, j) => '{0} tempest.api.compute.t.T.test_' + i + '_' + j + ' [0.1s] ... ok\\n')
        yield Buffer.from(noise.repeat(650) + own.join(''))
      }
    }
    const { bytes, tests } = await readTempestOutput(chunks())
    console.log(JSON.stringify({ bytes, tests: tests.length, rss: process.resourceUsage().maxRSS / 1024 }))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  const { bytes, tests, rss } = JSON.parse(stdout) as { bytes: number; tests: number; rss: number }
  expect(bytes).toBeGreaterThan(50e6)
  expect(tests).toBe(9600)
  expect(rss).toBeLessThan(200)
})

// SPDX-License-Identifier: Apache-2.0
import { fork, spawn } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LoginReady } from './fixtures/login-process.ts'
import { type Measured, median, spread } from './measured.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SMALL = join(ROOT, 'test', 'fleets-small', 'tempest')
const [NAMESPACE, POD] = ['no-operator', 'tempest-nightly-29913300-p1.tempest']
const MEGABYTES = 50
const MOST = 200
const ROUNDS = 3

/** Peak memory of `tempest results` for a run that printed 50 MB, over the network. */
export async function tempestLog(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'c5c3-bench-'))
  try {
    const tests = writeFleet(folder)
    await using server = await serve(folder)
    const runs: Run[] = []
    for (let i = 0; i < ROUNDS; i++) runs.push(await results(server.kubeconfig))
    if (runs.some(({ total }) => total !== tests)) throw new Error(`${runs[0]?.total} of ${tests} tests were read`)
    const peaks = runs.map(({ peak }) => peak)
    return [
      {
        what: `tempest results of a log of ${MEGABYTES} MB, peak memory of the whole process`,
        value: `${median(peaks).toFixed(0)} MB`,
        target: `≤ ${MOST} MB`,
        met: median(peaks) <= MOST,
        detail: `${spread(peaks, 'MB', 0)}, ${spread(
          runs.map(({ wall }) => wall),
          's',
        )}, ${tests.toLocaleString('en')} tests, n=${ROUNDS}`,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The small fleet with another log of its last run; returns the number of tests in it. */
function writeFleet(folder: string): number {
  const logs = join(folder, 'control-plane.cp.logs', NAMESPACE)
  mkdirSync(logs, { recursive: true })
  writeFileSync(join(folder, 'fleet.yaml'), `extends: ${relative(folder, SMALL)}\n`)
  const file = openSync(join(logs, `${POD}.log`), 'w')
  const noise = '2026-11-16 03:05:29.799 1 INFO tempest.lib.common.rest_client [req-1] Request (A:b): 201 POST\n'
  let [size, tests] = [0, 0]
  while (size < MEGABYTES * 1e6) {
    const own = Array.from({ length: 12 }, () => `{0} tempest.api.compute.t.T.test_${++tests} [0.1s] ... ok\n`)
    size += writeSync(file, noise.repeat(650) + own.join(''))
  }
  const sums = [`Ran: ${tests} tests in 5230.0000 sec.`, ` - Passed: ${tests}`, ' - Skipped: 0', ' - Failed: 0']
  writeSync(file, `\n======\nTotals\n======\n${sums.join('\n')}\n`)
  closeSync(file)
  return tests
}

async function serve(folder: string) {
  const child = fork(fileURLToPath(new URL('./fixtures/login-process.ts', import.meta.url)), [folder])
  const { kubeconfig } = await new Promise<LoginReady>((resolve, reject) => {
    child.once('message', (message) => resolve(message as LoginReady))
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  const file = join(folder, 'kubeconfig')
  writeFileSync(file, kubeconfig, { mode: 0o600 })
  return {
    kubeconfig: file,
    [Symbol.asyncDispose]: async () => {
      child.disconnect()
    },
  }
}

interface Run {
  readonly total: number
  /** MB */
  readonly peak: number
  /** s */
  readonly wall: number
}

const PEAK = `import { peakMemory } from ${JSON.stringify(new URL('./processes/peak.ts', import.meta.url).href)}
process.on('exit', () => console.error('peak ' + peakMemory()))`

async function results(kubeconfig: string): Promise<Run> {
  const hook = `data:text/javascript,${encodeURIComponent(PEAK)}`
  const flags = ['--kubeconfig', kubeconfig, '--control-plane-context', 'control-plane.cp', '-o', 'json']
  const begun = performance.now()
  const child = spawn(process.execPath, ['--import', hook, join(ROOT, 'bin', 'run.js'), 'tempest', 'results', ...flags])
  const [out, err] = await Promise.all([textOf(child.stdout), textOf(child.stderr)])
  const { suites } = JSON.parse(out) as { suites: readonly { last?: { counts?: { total?: number } } }[] }
  return {
    total: Math.max(...suites.map(({ last }) => last?.counts?.total ?? 0)),
    peak: Number(/peak ([\d.]+)/.exec(err)?.[1]),
    wall: (performance.now() - begun) / 1000,
  }
}

async function textOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts).toString()
}

// SPDX-License-Identifier: Apache-2.0
// Start-up cost as counts: times would depend on the machine. Raise a limit together with the change that needs it, and
// lower it when less is needed.
import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { npmPackage } from '../../scripts/package/npm-package.ts'
import { tarGz } from '../../scripts/package/tar.ts'
import { type DemoFiles, writeDemoFiles } from '../../src/lib/cli/demo/demo-kubeconfig.ts'
import { loadFleetFolder } from '../../src/lib/embedded/scenario/fleet-folder.ts'
import { shiftFleet } from '../../src/lib/embedded/scenario/shift-times.ts'
import { type EmbeddedFleet, startFleet } from '../../src/lib/embedded/start.ts'
import { ROOT } from '../harness/run-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'
import { freshBundle, unpackedPackage } from './released.ts'

interface Counts {
  /** Files opened by us or for us, code and data. */
  readonly files: number
  readonly chunks: number
  /** Bytes of JavaScript. */
  readonly bytes: number
  /** Built-in modules of Node. */
  readonly builtins: number
  readonly connections: number
  readonly requests: number
}

/**
 * The maximum for each command on the healthy demo of nine clusters, served by another process. The number of files has
 * some room, bytes and requests have none. `status` and `tree` load all checks, because findings set states.
 */
const MOST: Readonly<Record<string, Counts>> = {
  'version --client': { files: 12, chunks: 10, bytes: 168_000, builtins: 170, connections: 0, requests: 0 },
  'status --help': { files: 18, chunks: 16, bytes: 500_000, builtins: 170, connections: 0, requests: 0 },
  contexts: { files: 20, chunks: 16, bytes: 430_000, builtins: 220, connections: 9, requests: 36 },
  status: { files: 42, chunks: 38, bytes: 990_000, builtins: 224, connections: 9, requests: 234 },
  'tree customer-a-prod': { files: 35, chunks: 31, bytes: 945_000, builtins: 220, connections: 9, requests: 234 },
}

let folder = ''
let fleet: EmbeddedFleet
let files: DemoFiles
beforeAll(async () => {
  folder = await unpackedPackage()
  // the tool runs on the clock of the machine
  fleet = await startFleet(shiftFleet(await loadFleetFolder(join(ROOT, 'fleets', 'healthy')), Date.now()))
  files = await writeDemoFiles('healthy', fleet.clusters)
})
afterAll(async () => {
  await files?.remove()
  await fleet?.close()
})

async function countsOf(line: string): Promise<Counts> {
  const home = tempFolder()
  const file = join(home, 'counts')
  const args = ['--require', join(import.meta.dirname, 'count.cjs'), join(folder, 'bin', 'kubectl-c5c3')]
  const env = { PATH: process.env['PATH'], HOME: home, START_UP_COUNTS: file, C5C3_CONFIG: files.config }
  // Files, because pipes make Node load its streams.
  const [out, err] = ['out', 'err'].map((name) => openSync(join(home, name), 'w')) as [number, number]
  const child = spawn(process.execPath, [...args, ...line.split(' '), '--debug'], {
    env,
    cwd: home,
    stdio: ['ignore', out, err],
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  for (const fd of [out, err]) closeSync(fd)
  const stderr = readFileSync(join(home, 'err'), 'utf8')
  expect(code, stderr.slice(-2000)).toBe(0)
  const counted = JSON.parse(readFileSync(file, 'utf8')) as Omit<Counts, 'requests'>
  rmSync(file)
  return { ...counted, requests: stderr.match(/^debug: .* (GET|POST) \/.* \d+ bytes in /gm)?.length ?? 0 }
}

describe('start-up', () => {
  it.each(Object.entries(MOST))('of %s stays within its limits', async (line, most) => {
    const counts = await countsOf(line)
    if (process.env['SHOW_COUNTS']) console.log(line, counts)
    const over = Object.entries(counts).filter(([what, count]) => count > most[what as keyof Counts])
    expect(over, `allowed: ${JSON.stringify(most)}`).toEqual([])
    // Guards against a counter that always returns 0.
    expect(counts.chunks).toBeGreaterThan(3)
    expect(counts.requests > 0).toBe(most.requests > 0)
  })
})

describe('the package', () => {
  it('is small', async () => {
    const packed = tarGz(await npmPackage(await freshBundle()))
    expect(packed.length).toBeLessThan(3_000_000)
    expect(packed.length).toBeGreaterThan(300_000)
  })

  it('requires Node modules without the module loader, which would warn on stderr', async () => {
    const bundled = [...(await freshBundle()).chunks.values()].join('\n')
    expect(bundled.match(/\bimport\(["'`][^)]*\)/g)).toBe(null)
    expect(bundled).toMatch(/require\(["'`]node:child_process["'`]\)/)
  })

  it('contains no source, no test and no path of the build machine', async () => {
    const names = (await npmPackage(await freshBundle())).map(({ name }) => name)
    expect(names.filter((name) => /\/(src|test|node_modules|scripts)\/|\.ts$|\.map$/.test(name))).toEqual([])
    const bundled = [...(await freshBundle()).chunks.values()].join('\n')
    expect(bundled).not.toContain(ROOT)
  })
})

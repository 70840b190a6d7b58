// SPDX-License-Identifier: Apache-2.0
import { fork } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { spawn } from '@lydell/node-pty'
import { type Measured, median, spread } from './measured.ts'

const ROWS = 2000
const FRAMES = 200
const FRAME = 16
const ROUNDS = 7
const FIRST = 1.5

/** The terminal UI: time per frame, and time to the first frame. */
export async function tui(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'c5c3-bench-'))
  try {
    return [await frame(), await firstFrame(folder)]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function frame(): Promise<Measured> {
  const file = fileURLToPath(new URL('./processes/frame.ts', import.meta.url))
  const times = await new Promise<number[]>((resolve, reject) => {
    const env = { ...process.env, NODE_ENV: 'production' }
    const child = fork(file, [String(ROWS), String(FRAMES)], { env })
    child.once('message', (message) => resolve(message as number[]))
    child.once('exit', (code) => reject(new Error(`it ended with ${code}`)))
  })
  const duration = median(times)
  return {
    what: `a frame of the full screen, ${ROWS.toLocaleString('en')} rows in a window of 48`,
    value: `${duration.toFixed(1)} ms`,
    target: `≤ ${FRAME} ms`,
    met: duration <= FRAME,
    detail: `${spread(times, 'ms', 1)}, n=${FRAMES}`,
  }
}

/** With the same fleet and bundle, a new process each time. */
async function firstFrame(folder: string): Promise<Measured> {
  const { bundle, writeBundle } = await import('../scripts/bundle/bundle.ts')
  const { compiledFleets } = await import('../scripts/package/fleets.ts')
  await writeBundle(await bundle(), join(folder, 'dist/bundle'))
  for (const { name, bytes } of await compiledFleets()) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
  for (const name of ['package.json', 'oclif.manifest.json'])
    symlinkSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), join(folder, name))
  cpSync(fileURLToPath(new URL('../bin', import.meta.url)), join(folder, 'bin'), { recursive: true })
  const status: number[] = []
  const first: number[] = []
  for (let round = -1; round < ROUNDS; round++) {
    const plain = await until(folder, ['status', '--demo', 'healthy'], 'exit 0')
    const full = await until(folder, ['tui', '--demo', 'healthy'], '? help')
    // The first run fills the compile cache for the others.
    if (round < 0) continue
    status.push(plain)
    first.push(full)
  }
  const ratio = median(first) / median(status)
  return {
    what: 'the first frame of the full screen against status on the same landscape',
    value: `${ratio.toFixed(2)}×`,
    target: `≤ ${FIRST}×`,
    met: ratio <= FIRST,
    detail: `${spread(first, 'ms', 0)} against ${spread(status, 'ms', 0)}, each n=${ROUNDS}`,
  }
}

/** Time in ms until a terminal shows this text. */
function until(root: string, argv: readonly string[], shows: string): Promise<number> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    let bytes = ''
    let duration: number | undefined
    const child = spawn(process.execPath, [join(root, 'bin/kubectl-c5c3'), ...argv], {
      cols: 120,
      rows: 40,
      env: { ...process.env, TERM: 'xterm-256color', XDG_CACHE_HOME: root },
    })
    child.onData((data) => {
      bytes += data
      if (duration !== undefined || !bytes.includes(shows)) return
      duration = performance.now() - begun
      child.kill('SIGTERM')
    })
    child.onExit(() =>
      duration === undefined ? reject(new Error(`${argv.join(' ')} showed\n${bytes}`)) : resolve(duration),
    )
  })
}

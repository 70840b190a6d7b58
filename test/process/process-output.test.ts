// SPDX-License-Identifier: Apache-2.0
// Files and the first words into a pipe are written past Node's streams: nothing may be lost or overtaken on the way.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../harness/run-cli.ts'
import { spawnFile } from '../harness/spawn-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'

/** A process that writes so many lines of 1,000 characters, and says on stderr which streams Node had to make. */
const WRITER = `
  import { outputOf } from '${ROOT}/src/lib/cli/process-output.ts'
  const made = []
  for (const name of ['stdout', 'stderr']) {
    const { get } = Object.getOwnPropertyDescriptor(process, name)
    Object.defineProperty(process, name, { get: () => (made.push(name), get.call(process)), configurable: true })
  }
  const [out, err] = [outputOf(1), outputOf(2)]
  // nobody waits for the line before
  const line = (_, i) => out.write(String(i).padStart(999, '.') + '\\n')
  await Promise.all(Array.from({ length: Number(process.env.LINES) }, line))
  const streams = JSON.stringify([...new Set(made)])
  await err.write(streams)
`
const lines = (count: number) => Array.from({ length: count }, (_, i) => `${String(i).padStart(999, '.')}\n`).join('')

const run = (script: string, count: number, cwd = tempFolder()) =>
  spawnFile('/bin/sh', ['-c', script, process.execPath], { cwd, env: { WRITER, LINES: String(count) } })

const WRITE = '"$0" --input-type=module-typescript --eval "$WRITER"'

describe.skipIf(process.platform === 'win32')('what is written', () => {
  it('to a file is all there, without a stream', async () => {
    const cwd = tempFolder()
    const { stdout } = await run(`${WRITE} >out 2>err; cat err`, 300, cwd)
    expect(readFileSync(join(cwd, 'out'), 'utf8')).toBe(lines(300))
    expect(stdout.toString()).toBe('[]')
  })

  it('into a pipe that holds it needs no stream', async () => {
    const { stdout } = await run(`${WRITE} 2>err | cat; cat err`, 20)
    expect(stdout.toString()).toBe(`${lines(20)}[]`)
  })

  it('into a pipe comes whole and in order to one who reads late', async () => {
    const { stdout } = await run(`${WRITE} 2>err | (sleep 0.4; cat); cat err`, 300)
    expect(stdout.toString()).toBe(`${lines(300)}["stdout"]`)
  })

  it('into a pipe that does not wait, and is full, comes whole and in order', async () => {
    // Node makes a pipe one that does not wait, for all who write to it, as long as it lives
    const other = `"$0" --eval "process.stdout.write('x'.repeat(63000)); setTimeout(() => {}, 1200)"`
    const { stdout } = await run(`(${other} & sleep 0.4; ${WRITE} 2>err; wait) | (sleep 0.8; cat); cat err`, 12)
    expect(stdout.toString()).toBe(`${'x'.repeat(63_000)}${lines(12)}["stdout"]`)
  })
})

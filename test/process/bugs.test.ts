// SPDX-License-Identifier: Apache-2.0
// Bugs of our own, unsupported runtimes, and the output of debugging options.

import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT, words } from '../harness/run-cli.ts'
import { spawnCli, spawnFile, spawnScript } from '../harness/spawn-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'

const guarded = (body: string) => `
  import { installSignalHandlers } from '${ROOT}/src/lib/cli/process/signals.ts'
  installSignalHandlers()
  ${body}`

describe('a bug', () => {
  it.each([
    ['an unhandled rejection', `Promise.reject(new Error('token canary-1'))`],
    ['an uncaught exception', `setImmediate(() => { throw new Error('token canary-1') })`],
    ['a TypeError that quotes data', `setImmediate(() => 'x' in 'canary-1')`],
    ['an argument Node quotes', `setImmediate(() => process.chdir('canary-1\\0'))`],
    ['a message that looks like frames', `Promise.reject(new Error('x\\n    at canary-1 (canary-1:1:1)'))`],
    ['something thrown that is no error', `Promise.reject('canary-1')`],
  ])('%s is one line, a report without secrets, and exit 70', async (_, body) => {
    const home = tempFolder()
    const { stdout, stderr, code } = await spawnScript(guarded(`${body}; setInterval(() => {}, 1000)`), { home })
    expect({ code, stdout: stdout.toString() }).toEqual({ code: 70, stdout: '' })
    expect(stderr.toString()).toMatch(
      /^internal error c5c3-[0-9a-f]{4}: please report; details \(no secrets\) in \S+report-[0-9a-f]{4}\.json\n$/,
    )
    const folder = join(home, '.cache', 'kubectl-c5c3')
    const [name = ''] = readdirSync(folder)
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    const report = readFileSync(join(folder, name), 'utf8')
    expect(report).not.toContain('canary')
    expect(JSON.parse(report)).toMatchObject({ node: process.version, frames: expect.any(Array) })
  })

  it('names the location in our code', async () => {
    const home = tempFolder()
    await spawnScript(guarded('function faulty() { null.foo }; setImmediate(faulty)'), { home })
    const folder = join(home, '.cache', 'kubectl-c5c3')
    const report = readFileSync(join(folder, readdirSync(folder)[0] ?? ''), 'utf8')
    expect(JSON.parse(report)).toMatchObject({
      error: 'TypeError',
      message: "Cannot read properties of null (reading 'foo')",
      frames: [expect.stringContaining('faulty')].concat(expect.anything()),
    })
  })

  it('is reported without a file if none can be written', async () => {
    const { stderr, code } = await spawnScript(guarded(`Promise.reject(new Error('x'))`), {
      env: { HOME: '/dev/null' },
    })
    expect(code).toBe(70)
    expect(stderr.toString()).toMatch(/^internal error c5c3-[0-9a-f]{4}: please report\n$/)
  })

  it('a diagnostic report of Node contains no environment', async () => {
    const script = guarded(`process.stdout.write(JSON.stringify(process.report.getReport()))`)
    const { stdout } = await spawnScript(script, { env: { CANARY: 'canary-1' } })
    expect(stdout.toString()).toContain('"header"')
    expect(stdout.toString()).not.toContain('canary-1')
  })
})

/** An unsupported Node on PATH, outside of this project. */
const oldNode = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .map((folder) => join(folder, 'node'))
  .find((file) => {
    const { stdout, status } = spawnSync(file, ['--version'], { encoding: 'utf8' })
    const [major = 0, minor = 0] = status === 0 ? stdout.slice(1).split('.').map(Number) : [99]
    return major < 22 || (major === 22 && minor < 19)
  })
if (!oldNode) console.warn('SKIPPED: no Node older than 22.19 on PATH, its refusal is not tested')

describe.skipIf(!oldNode)('an unsupported Node', () => {
  it('is refused with one line, before anything is loaded', async () => {
    const folder = tempFolder()
    mkdirSync(join(folder, 'bin'))
    for (const name of readdirSync(join(ROOT, 'bin'))) copyFileSync(join(ROOT, 'bin', name), join(folder, 'bin', name))
    const ran = await spawnFile(oldNode ?? '', [join(folder, 'bin', 'kubectl-c5c3'), 'version'])
    expect({ code: ran.code, stdout: ran.stdout.toString() }).toEqual({ code: 2, stdout: '' })
    expect(ran.stderr.toString()).toMatch(/^error: kubectl-c5c3 needs Node\.js 22\.19 or newer, this is [\d.]+\n$/)
  })

  it('starts the Node of the project in a checkout, and forwards its output and exit code', async () => {
    const run = (line: string) => spawnFile(oldNode ?? '', [join(ROOT, 'bin', 'kubectl-c5c3'), ...words(line)])
    const [good, failed] = await Promise.all([run('version --client'), run('contexts --nope')])
    expect(good.code).toBe(0)
    expect(good.stdout.toString()).toContain('kubectl-c5c3 ')
    expect(failed.code).toBe(2)
  })
})

describe('loaded modules', () => {
  const modules = async (line: string) => {
    const home = tempFolder()
    const log = join(home, 'modules')
    const node = ['--import', join(ROOT, 'test/harness/log-modules.ts')]
    const { code, stderr } = await spawnCli(words(line), { home, node, env: { LOADED_MODULES: log } })
    expect(code, stderr.toString()).toBe(0)
    return readFileSync(log, 'utf8').split('\n')
  }

  it.each([['version --client'], ['version --client -o json'], ['contexts --help']])(
    '%s loads no client, no YAML, no terminal UI, no crypto',
    async (line) => {
      const loaded = await modules(line)
      const heavy =
        /\/(yaml|client-node|undici|ink|react|listr2|selfsigned|chalk)\/|\/src\/lib\/(cluster|fleet|embedded|kinds)\/|^node:(http|https|http2|tls|net|crypto|zlib)$/
      expect(loaded.filter((url) => heavy.test(url))).toEqual([])
      expect(loaded.some((url) => url.endsWith('/src/lib/cli/oclif/run.ts'))).toBe(true)
    },
  )
})

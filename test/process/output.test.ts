// SPDX-License-Identifier: Apache-2.0
// Output to closed pipes, full disks and terminals of any size.
import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DemoFiles, writeDemoFiles } from '../../src/lib/cli/demo/demo-kubeconfig.ts'
import { type EmbeddedFleet, startFleet } from '../../src/lib/embedded/start.ts'
import { ROOT, words } from '../harness/run-cli.ts'
import { type Exited, hasPty, ptyCli, spawnCli, spawnShell } from '../harness/spawn-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'

const POOLS = `--demo ${ROOT}/test/fleets-small/pools`
const DARK = `--demo ${ROOT}/test/fleets-small/storage-dark`

/** The same clusters as POOLS, served by another process: the clusters of a demo are not stored in profiles. */
let served = ''
let fleet: EmbeddedFleet
let files: DemoFiles
beforeAll(async () => {
  fleet = await startFleet(`${ROOT}/test/fleets-small/pools`)
  files = await writeDemoFiles('pools', fleet.clusters)
  served = `--kubeconfig ${files.kubeconfig}`
})
afterAll(async () => {
  await files?.remove()
  await fleet?.close()
})

const hasFull = existsSync('/dev/full')
if (!hasFull) console.warn('SKIPPED: no /dev/full here, a full disk is not tested')

const errors = ({ stderr }: Exited) => stderr.toString()

describe('a closed pipe', () => {
  it.each([['--help'], [`contexts ${POOLS} -o json`], ['contexts --nope -o json']])(
    '%s into a closed pipe ends with 141 and no message',
    async (line) => {
      const ran = await spawnCli(words(line), { during: (child) => child.stdout?.destroy() })
      expect({ code: ran.code, signal: ran.signal, stderr: errors(ran) }).toEqual({
        code: 141,
        signal: null,
        stderr: '',
      })
    },
  )

  it('| head -0 prints nothing on stderr', async () => {
    const { stdout, stderr, code } = await spawnShell('"$@" | head -0', words(`contexts ${POOLS}`))
    expect({ code, out: stdout.toString(), err: stderr.toString() }).toEqual({ code: 0, out: '', err: '' })
  })

  it('a closed stderr does not change the exit code of a command with messages', async () => {
    const { stdout, code } = await spawnCli(words(`status ${DARK}`), { during: (child) => child.stderr?.destroy() })
    expect(code).toBe(3)
    expect(stdout.toString()).toContain('clusters reachable')
  })

  it('a closed stderr changes neither output nor exit code', async () => {
    const { stdout, code } = await spawnCli(words(`contexts ${DARK}`), { during: (child) => child.stderr?.destroy() })
    expect(code).toBe(3)
    expect(stdout.toString()).toContain('4 of 5 clusters answered')
  })
})

describe.skipIf(!hasFull)('a full disk', () => {
  it.each([['--help'], ['version --client -o json'], ['contexts --nope -o json']])(
    '%s is 74 with the reason',
    async (line) => {
      const full = openSync('/dev/full', 'w')
      const ran = await spawnCli(words(line), { stdio: ['ignore', full, 'pipe'] })
      closeSync(full)
      expect(ran.code).toBe(74)
      expect(errors(ran)).toBe('error: cannot write output: no space left on device\n')
    },
  )
})

describe('closed files', () => {
  it('a closed stdin is no terminal and no failure', async () => {
    const { code, stdout } = await spawnShell('"$@" <&-', ['version', '--client'])
    expect(code).toBe(0)
    expect(stdout.toString()).toContain('kubectl-c5c3 ')
  })

  it('a closed stdout is no crash', async () => {
    const { code, stderr } = await spawnShell('"$@" >&-', ['version', '--client'])
    expect([0, 74]).toContain(code)
    expect(stderr.toString()).not.toContain('internal error')
  })
})

describe('the home folder', () => {
  const nowhere = { KUBECONFIG: '/nonexistent/kubeconfig', C5C3_CONFIG: '/nonexistent/c5c3.yaml' }

  it('a process without HOME works', async () => {
    const ran = await spawnCli(['contexts'], { env: { HOME: undefined, ...nowhere } })
    expect(ran.code).toBe(2)
    expect(errors(ran)).toContain('no kubeconfig found (looked at /nonexistent/kubeconfig)')
  })

  it('a home that is no folder is an error with a message', async () => {
    const ran = await spawnCli(['contexts'], { env: { HOME: '/dev/null' } })
    expect(ran.code).toBe(2)
    expect(errors(ran)).toMatch(/^error: kubeconfig \/dev\/null\/\.kube\/config has a file where a directory should be/)
  })

  it('a profile that cannot be written is 74 with the file and the reason', async () => {
    const home = tempFolder({ '.config': 'a file where a folder should be' })
    const ran = await spawnCli(words(`contexts discover --yes ${served}`), { home })
    expect(ran.code).toBe(74)
    expect(errors(ran)).toMatch(/error: cannot write \S+\.config\/c5c3\/config\.yaml: (ENOTDIR|EEXIST)/)
  })
})

const ESC = String.fromCharCode(27)
const withoutColor = (bytes: Buffer) => bytes.toString().replaceAll(new RegExp(`${ESC}\\[\\d+m`, 'g'), '')

describe.skipIf(!hasPty)('terminals', () => {
  it('a terminal gets colours, and no line is too long', async () => {
    const { stdout, code } = await ptyCli(words(`contexts ${DARK}`), { columns: 60, rows: 24 })
    expect(code).toBe(3)
    expect(stdout.toString()).toContain(`${ESC}[31mno`)
    const lines = withoutColor(stdout).split('\r\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60)
  })

  it.each([
    [1, 1],
    [0, 0],
    [5, 200],
  ])('a terminal of %i columns and %i rows works', async (columns, rows) => {
    const { stdout, code } = await ptyCli(words(`contexts check ${DARK}`), { columns, rows })
    expect(code).toBe(3)
    expect(withoutColor(stdout)).toMatch(columns === 1 ? /…/ : /CLU|4 of/)
  })

  it('COLUMNS=1 and TERM=dumb work, without colours', async () => {
    const world = { env: { COLUMNS: '1', TERM: 'dumb' } }
    const { stdout, code } = await ptyCli(words(`contexts ${DARK}`), { columns: 0, rows: 0 }, world)
    expect(code).toBe(3)
    expect(stdout.toString()).not.toContain(ESC)
  })

  it('COLUMNS does not apply to a pipe', async () => {
    const { stdout } = await spawnCli(words(`contexts ${DARK}`), { env: { COLUMNS: '20' } })
    expect(stdout.toString()).not.toContain('…')
    expect(stdout.toString()).toContain('ECONNREFUSED 127.0.0.1:5')
  })
})

describe.skipIf(!hasPty)('prompts on a terminal', () => {
  const config = 'current: default\nprofiles:\n  default:\n    clusters: [{ roles: [management], context: old }]\n'

  /** Answers the first prompt. */
  const answering = (keys: string) => (child: import('node:child_process').ChildProcess) => {
    let seen = ''
    let answered = false
    child.stdout?.on('data', (chunk: Buffer) => {
      seen += chunk.toString()
      if (!answered && seen.includes('[y/N]')) {
        answered = true
        child.stdin?.write(keys)
      }
    })
  }

  it.each([
    ['y and return', 'y\r', 0, 'wrote profile "default" with 4 clusters'],
    ['return', '\r', 4, 'error: aborted, nothing was changed'],
    ['Ctrl-D', '\u0004', 4, 'error: aborted, nothing was changed'],
    ['Ctrl-C', '\u0003', 130, 'error: interrupted before it was done'],
  ])('%s', async (_, keys, exit, words_) => {
    const home = tempFolder({ '.config/c5c3/config.yaml': config })
    const argv = words(`contexts discover ${served}`)
    const { stdout, code } = await ptyCli(argv, { columns: 200, rows: 24 }, { home, during: answering(keys) })
    expect(stdout.toString()).toContain(words_)
    expect(code).toBe(exit)
  })

  it('the clusters of a demo are shown, never stored', async () => {
    const home = tempFolder()
    const ran = await spawnCli(words(`contexts discover --yes ${POOLS}`), { home })
    expect(ran.code).toBe(0)
    expect(ran.stdout.toString()).toContain('context: management')
    expect(errors(ran)).toBe('note: the clusters of a demo are gone when it ends: nothing is written\n')
    expect(existsSync(join(home, '.config'))).toBe(false)
  })

  it('without a terminal there is no prompt and nothing is written', async () => {
    const home = tempFolder({ '.config/c5c3/config.yaml': config })
    const ran = await spawnCli(words(`contexts discover ${served}`), { home })
    expect(ran.code).toBe(4)
    expect(errors(ran)).toContain('error: aborted, confirmation required: replace profile "default"')
    expect(errors(ran)).toContain('hint: use --yes to skip the prompt')
  })
})

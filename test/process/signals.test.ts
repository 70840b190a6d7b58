// SPDX-License-Identifier: Apache-2.0
// A signal ends the command soon, with its own exit code and no partial output.
import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FaultServer, startFaultServer } from '../faults/server.ts'
import { ROOT, words } from '../harness/run-cli.ts'
import { type Exited, hasPty, ptyCli, spawnCli, spawnScript } from '../harness/spawn-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'

let server: FaultServer
const waiting: (() => void)[] = []

beforeAll(async () => {
  // Every request is received and never answered.
  server = await startFaultServer({
    match: () => {
      for (const notify of waiting.splice(0)) notify()
      return { type: 'hang' }
    },
  })
})

afterAll(() => server.close())

const home = () =>
  tempFolder({
    '.kube/config': JSON.stringify({
      'current-context': 'mgmt',
      clusters: [
        {
          name: 'c',
          cluster: { server: server.url, 'certificate-authority-data': Buffer.from(server.ca).toString('base64') },
        },
      ],
      users: [{ name: 'u', user: { token: 'canary' } }],
      contexts: [{ name: 'mgmt', context: { cluster: 'c', user: 'u' } }],
    }),
  })

/** Acts as soon as the process has sent a request to its slow cluster. */
const onceAsked = (act: (child: ChildProcess) => void) => (child: ChildProcess) => {
  waiting.push(() => act(child))
}

describe('a command that waits for a slow cluster', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('ends at once on %s with exit %i and prints no report', async (signal, exit) => {
    const ran = await spawnCli(['contexts'], { home: home(), during: onceAsked((child) => child.kill(signal)) })
    expect(text(ran)).toEqual({
      code: exit,
      signal: null,
      stdout: '',
      stderr: 'error: interrupted before it was done\n',
    })
  })

  it('reports it in JSON too, with the exit code of the signal', async () => {
    const during = onceAsked((child) => child.kill('SIGTERM'))
    const { stdout, stderr, code } = await spawnCli(words('contexts check -o json'), { home: home(), during })
    expect({ code, stderr: stderr.toString() }).toEqual({ code: 143, stderr: '' })
    expect(JSON.parse(stdout.toString())).toMatchObject({ kind: 'Error', exitCode: 143, error: { code: 'CANCELLED' } })
  })

  it('writes no profile when discovery is interrupted', async () => {
    const during = onceAsked((child) => child.kill('SIGINT'))
    const { code, stderr } = await spawnCli(words('contexts discover --yes'), { home: home(), during })
    expect(code).toBe(130)
    expect(stderr.toString()).not.toContain('wrote profile')
  })

  it.skipIf(!hasPty)('leaves a clean terminal on Ctrl-C', async () => {
    const during = onceAsked((child) => child.stdin?.write('\u0003'))
    const { stdout, code } = await ptyCli(['contexts'], { columns: 80, rows: 24 }, { home: home(), during })
    expect(code).toBe(130)
    const shown = stdout
      .toString()
      .replaceAll('\r\u001b[K', '')
      .replace(/^.*waiting for mgmt/, '')
    expect(shown.replaceAll('^C', '')).toBe('error: interrupted before it was done\r\n')
  })
})

describe('a command that does not react', () => {
  const script = `
    import { installSignalHandlers } from '${ROOT}/src/lib/cli/process/signals.ts'
    const { signal } = installSignalHandlers()
    signal.addEventListener('abort', () => process.stdout.write('aborted'))
    setInterval(() => {}, 1000)
    process.stdout.write('ready')`

  it('ends on the second SIGINT', async () => {
    const ran = await spawnScript(script, {
      during: (child) => child.stdout?.on('data', () => child.kill('SIGINT')),
    })
    expect(text(ran)).toEqual({ code: 130, signal: null, stdout: 'readyaborted', stderr: '' })
  })
})

function text({ stdout, stderr, code, signal }: Exited) {
  return { code, signal, stdout: stdout.toString(), stderr: stderr.toString() }
}

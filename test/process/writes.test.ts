// SPDX-License-Identifier: Apache-2.0
// The real process while it writes: ended by signals and SIGKILL, and what other processes can see of it.
import type { ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectNoLeak } from '../harness/canary.ts'
import { spawnCli } from '../harness/spawn-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'
import { embeddedWorld } from '../writes/embedded-world.ts'
import { type ApiProxy, isWrite, startApiProxy } from '../writes/proxy.ts'
import type { Tenant, World } from '../writes/world.ts'

/** Sends a signal and delays the request until it must have arrived: its delivery cannot be observed. */
async function signalled(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal)
  await new Promise((resolve) => setTimeout(resolve, 200))
}

describe('a process that writes', () => {
  let world: World
  let control: ApiProxy
  let tenants: Tenant[]
  beforeAll(async () => {
    world = (await embeddedWorld()).world
    control = await startApiProxy(world.clusters.control)
  })
  afterAll(() => control?.close())
  beforeEach(async () => {
    Object.assign(control, { before: () => {}, match: () => undefined })
    tenants = [await world.tenant(), await world.tenant(), await world.tenant()]
  })

  /** Runs it; `at` is called when the n-th write is about to reach the server. */
  const run = async (at: (child: ChildProcess) => void | Promise<void>, nth: number) => {
    const home = tempFolder()
    let child: ChildProcess | undefined
    let writes = 0
    control.before = async (request) => {
      if (isWrite(request) && ++writes === nth && child) await at(child)
    }
    const env = { C5C3_CONFIG: world.profile({ control }) }
    const argv = ['ceph-secrets', 'sync', ...tenants.map(({ name }) => name), '--yes']
    const ran = await spawnCli(argv, {
      env,
      home,
      during: (started) => {
        child = started
      },
    })
    const output = { stdout: ran.stdout.toString(), stderr: ran.stderr.toString(), home }
    world.expectClean(output, 'the process')
    return { ...ran, ...output }
  }
  const copied = () => Promise.all(tenants.map((tenant) => world.copied(tenant)))

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s: finishes the current object, reports what was written, exits %d', async (signal, code) => {
    const ran = await run((child) => signalled(child, signal), 2)
    expect([ran.code, ran.stdout]).toEqual([code, expect.stringMatching(/stopped: 2 written, 1 skipped · exit \d+/)])
    expect(await copied()).toEqual([tenants[0]?.key, tenants[1]?.key, undefined])
  })

  it('a second signal ends it at once; another run completes the writes', async () => {
    const ran = await run(async (child) => {
      await signalled(child, 'SIGINT')
      child.kill('SIGINT')
      await new Promise((resolve) => child.once('exit', resolve))
    }, 2)
    expect(ran.code).toBe(130)
    expect((await world.sync(tenants)).code).toBe(0)
    expect(await copied()).toEqual(tenants.map(({ key }) => key))
  })

  it('SIGKILL at each object: every Secret is complete or absent, the journal has what was started, another run completes', async () => {
    for (const nth of [1, 2, 3]) {
      tenants = [await world.tenant(), await world.tenant(), await world.tenant()]
      const ran = await run(async (child) => {
        child.kill('SIGKILL')
        await new Promise((resolve) => child.once('exit', resolve))
      }, nth)
      expect(ran.signal).toBe('SIGKILL')
      for (const [i, tenant] of tenants.entries())
        expect([undefined, tenants[i]?.key]).toContain(await world.copied(tenant))
      const journal = readFileSync(`${ran.home}/.local/state/c5c3/journal.jsonl`, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      expect(journal.map(({ outcome }) => outcome)).toEqual([
        ...Array(nth - 1)
          .fill(['begun', 'written'])
          .flat(),
        'begun',
      ])
      const shown = await world.run(['journal', '-o', 'json'], { home: ran.home })
      expect(JSON.parse(shown.stdout).entries.at(-1).outcome).toBe('begun')
      expect((await world.sync(tenants)).code).toBe(0)
      expect(await copied()).toEqual(tenants.map(({ key }) => key))
    }
  })

  it.skipIf(!existsSync('/proc/self/environ'))(
    'no key is visible in its arguments, its environment or its files',
    async () => {
      let seen = ''
      await run((child) => {
        for (const file of ['cmdline', 'environ']) seen += readFileSync(`/proc/${child.pid}/${file}`, 'latin1')
        seen += readdirSync(`/proc/${child.pid}/fd`).join()
      }, 1)
      expect(seen).toContain('ceph-secrets')
      expectNoLeak(
        seen,
        [...world.planted, world.clusters.control.token, world.clusters.storage.token],
        'the process table',
      )
    },
  )

  it
    .skipIf(!existsSync('/proc/self/environ'))
    .each([['korc import-bootstrap'], ['tempest run'], ['ceph-secrets sync --all']])(
    'no secret is visible in the arguments, the environment or the output of %s',
    async (line) => {
      let seen = ''
      let child: ChildProcess | undefined
      control.before = () => {
        const files = seen === '' && child ? ['cmdline', 'environ'] : []
        seen += files.map((file) => readFileSync(`/proc/${child?.pid}/${file}`, 'latin1')).join('')
      }
      const { stdout, stderr } = await spawnCli([...line.split(' '), '--yes', '--debug'], {
        env: { C5C3_CONFIG: world.profile({ control }) },
        during: (started) => {
          child = started
        },
      })
      expect(seen).toContain(line.split(' ')[0])
      const secrets = [...world.planted, world.clusters.control.token, world.clusters.storage.token]
      expectNoLeak(`${seen}\n${stdout}\n${stderr}`, secrets, line)
    },
  )
})

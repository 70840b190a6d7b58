// SPDX-License-Identifier: Apache-2.0
// What users of kubectl type without reading the help.
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import manifest from '../../oclif.manifest.json' with { type: 'json' }
import { ALIASES } from '../../src/lib/cli/oclif/aliases.ts'
import '../harness/demos.ts'
import { runCli, words } from '../harness/run-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'

const NOTE = 'note: --dry-run means --dry-run=client; --dry-run=server also validates on the API servers\n'

describe('--dry-run', () => {
  const sync = 'ceph-secrets sync --all -o name --demo ceph-key-stale'

  it.each([['--dry-run'], ['--dry-run=true']])('%s is client, with a note on stderr', async (flag) => {
    const [guessed, client] = [await runCli(words(`${sync} ${flag}`)), await runCli(words(`${sync} --dry-run=client`))]
    expect(client.stderr).not.toContain('note: --dry-run')
    expect(client.stdout).not.toBe('')
    expect(guessed).toMatchObject({ stdout: client.stdout, code: client.code, stderr: NOTE + client.stderr })
  })

  it('accepts a value after a blank, and other flags after it', async () => {
    const client = await runCli(words(`${sync} --dry-run=client`))
    expect(await runCli(words(`${sync} --dry-run client`))).toMatchObject({
      stdout: client.stdout,
      stderr: client.stderr,
    })
    expect((await runCli(words(`ceph-secrets sync --dry-run --all -o name --demo ceph-key-stale`))).stdout).toBe(
      client.stdout,
    )
  })

  it('of a profile that is discovered accepts the value of kubectl', async () => {
    const line = 'contexts discover --demo healthy'
    const [bare, client] = [await runCli(words(`${line} --dry-run`)), await runCli(words(`${line} --dry-run=client`))]
    expect(bare.code).toBe(0)
    expect(client).toMatchObject({ code: 0, stdout: bare.stdout })
  })
})

describe('aliases', () => {
  it.each([
    ['hv --demo healthy', 'hypervisors --demo healthy'],
    ['hv show hv-a-001 --demo healthy', 'hypervisors show hv-a-001 --demo healthy'],
    ['cs verify --demo healthy', 'ceph-secrets verify --demo healthy'],
    ['--demo healthy cred', 'credentials --demo healthy'],
    ['hv --help', 'hypervisors --help'],
  ])('%s is %s', async (short, long) => {
    const [a, b] = [await runCli(words(short)), await runCli(words(long))]
    expect(b.code).toBeLessThan(2)
    expect({ code: a.code, stdout: a.stdout }).toEqual({ code: b.code, stdout: b.stdout })
  })

  it('are the ones in the help', () => {
    const commands = Object.entries(manifest.commands as Record<string, { aliases: readonly string[] }>)
    const documented = commands.flatMap(([id, { aliases }]) => aliases.map((alias) => [alias, id] as const))
    expect(documented.filter(([, id]) => !id.includes(':')).sort()).toEqual(Object.entries(ALIASES).sort())
    for (const [alias, id] of documented)
      expect(id).toBe([ALIASES[alias.split(':')[0] ?? ''], ...alias.split(':').slice(1)].join(':'))
  })
})

describe('-v', () => {
  it.each([
    ['-v 6', true],
    ['-v=8', true],
    ['--v=6', true],
    ['-v 5', false],
  ])('%s logs requests: %s', async (flag, isLogged) => {
    const { stderr, code } = await runCli(words(`contexts --demo healthy ${flag}`))
    expect(code).toBe(0)
    expect(/GET|\/version|\/api/.test(stderr)).toBe(isLogged)
  })
})

describe('flags of a single cluster', () => {
  it.each([
    ['status --token canary-secret'],
    ['status --token=canary-secret'],
    ['--token canary-secret status'],
    ['status -o json --token canary-secret'],
    ['status --debug --password=canary-secret'],
    ['nonsense --token canary-secret'],
  ])('%s is refused and its value never repeated', async (line) => {
    const { stdout, stderr, code } = await runCli(words(line))
    expect(code).toBe(2)
    expect(stdout + stderr).toMatch(
      /--(token|password) is not supported: it addresses one cluster, and c5c3 reads many/,
    )
    expect(stdout + stderr).toContain('use --context NAME')
    expect(stdout + stderr).not.toContain('canary')
  })

  it.each([['--cluster=a'], ['--server=https://x'], ['-s https://x'], ['--user me'], ['--insecure-skip-tls-verify']])(
    '%s says what to use instead',
    async (flag) => {
      const { stderr, code } = await runCli(words(`why customer-a-prod ${flag}`))
      expect(code).toBe(2)
      expect(stderr).toContain(`error: ${flag.split(/[= ]/)[0]} is not supported`)
      expect(stderr).toContain('--context NAME')
    },
  )

  it('is left to kubectl after --', async () => {
    const { stderr } = await runCli(words('kubectl --demo healthy @management -- get pods --token x'))
    expect(stderr).toContain('--token would address another cluster or user')
  })
})

describe('version without a cluster', () => {
  it('prints the client version and says that no cluster was contacted', async () => {
    const { stdout, stderr, code } = await runCli(['version'])
    const client = await runCli(['version', '--client'])
    expect({ stdout, code }).toEqual({ stdout: client.stdout, code: 0 })
    expect(stderr).toMatch(/^note: client version only, no cluster was contacted: no kubeconfig found/)
  })

  it('with a wrong context is an error', async () => {
    const { stdout, code } = await runCli(words('version --kubeconfig /nonexistent/k'))
    expect({ stdout, code }).toEqual({ stdout: '', code: 2 })
  })
})

describe('KUBECTL_PATH', () => {
  it('names the program in printed commands', async () => {
    const env = { KUBECTL_PATH: '/usr/local/bin/oc' }
    expect((await runCli(['status', '--help'], { env })).stdout).toContain('  oc c5c3 status\n')
    expect((await runCli(['nonsense'], { env })).stderr).toContain('oc c5c3 --help')
    expect((await runCli(words('why customer-a-prod --demo database-down'), { env })).stdout).toMatch(/\boc c5c3 /)
    const own = { KUBECTL_PATH: '/opt/bin/kubectl' }
    expect((await runCli(['nonsense'], { env: own })).stderr).toContain(
      'hint: to list the commands: kubectl c5c3 --help',
    )
    expect((await runCli(['nonsense'])).stderr).toContain('hint: to list the commands: kubectl c5c3 --help')
  })

  it('is the program that is run', async () => {
    const home = tempFolder({ 'my-kubectl': '#!/bin/sh\nexit 41\n' })
    const path = join(home, 'my-kubectl')
    chmodSync(path, 0o755)
    const line = words('kubectl --demo healthy @management -- get pods')
    expect((await runCli(line, { env: { KUBECTL_PATH: path } })).code).toBe(41)
    const missing = await runCli(line, { env: { KUBECTL_PATH: '/nonexistent/kubectl' } })
    expect(missing.stderr).toContain('error: KUBECTL_PATH=/nonexistent/kubectl is not an executable file')
  })
})

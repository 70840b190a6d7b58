// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../../src/lib/cli/oclif/registry.ts'
import { expectGolden, expectGoldenJson } from '../harness/golden.ts'
import { ROOT, runCli, words } from '../harness/run-cli.ts'

describe('help', () => {
  it('lists the commands as a kubectl plugin', async () => {
    await expectGolden('help/all', '--help')
  })

  it.each(Object.keys(COMMANDS))('of %s has a summary, its flags and an example', async (id) => {
    const { stdout, code } = await expectGolden(`help/${id.replaceAll(':', '-')}`, `${id.replaceAll(':', ' ')} --help`)
    expect(code).toBe(0)
    expect(stdout).toContain('EXAMPLES')
    // The executable name is not what users type; file names may contain it.
    expect(stdout).not.toMatch(/(?<![\w/])kubectl-c5c3/)
  })

  it.each([['help'], [''], ['-h']])('"%s" is the same as --help', async (line) => {
    expect((await runCli(words(line))).stdout).toBe((await runCli(['--help'])).stdout)
  })

  it.each([['help contexts check'], ['contexts check -h'], ['contexts check --demo healthy --help']])(
    '"%s" prints the help of that command and runs nothing',
    async (line) => {
      expect((await runCli(words(line))).stdout).toBe((await runCli(['contexts', 'check', '--help'])).stdout)
    },
  )
})

describe('version', () => {
  it('of the client sends no request and needs no kubeconfig', async () => {
    await expectGolden('version/client', 'version --client')
    await expectGoldenJson('version/client', 'version --client')
    expect((await runCli(['--version'])).stdout).toBe((await runCli(['version', '--client'])).stdout)
  })

  it('of the clusters is printed beside our own', async () => {
    await expectGolden('version/storage-dark', 'version --demo ./test/fleets-small/storage-dark', { cwd: ROOT })
    await expectGoldenJson('version/storage-dark', 'version --demo ./test/fleets-small/storage-dark', { cwd: ROOT })
  })
})

describe('demo', () => {
  it('lists the bundled scenarios', async () => {
    await expectGolden('demo/tour', 'demo')
    await expectGoldenJson('demo/tour', 'demo')
    await expectGolden('demo/tour.name', 'demo -o name')
  })
})

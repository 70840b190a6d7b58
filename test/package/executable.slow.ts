// SPDX-License-Identifier: Apache-2.0
// The self-contained executables: run on this platform, inspected for others, and reproducible.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import pkg from '../../package.json' with { type: 'json' }
import { bundle } from '../../scripts/bundle/bundle.ts'
import { buildArchive } from '../../scripts/package/archive.ts'
import { appPack, buildExecutable } from '../../scripts/package/executable.ts'
import { type Archive, krewManifest } from '../../scripts/package/krew.ts'
import { macSigningTool } from '../../scripts/package/mac-signature.ts'
import { npmPackage } from '../../scripts/package/npm-package.ts'
import { bundledPackages } from '../../scripts/package/packages.ts'
import { sbom } from '../../scripts/package/sbom.ts'
import { tarGz } from '../../scripts/package/tar.ts'
import { TARGETS } from '../../scripts/package/targets.ts'
import { COMMANDS } from '../../src/lib/cli/oclif/registry.ts'
import { blockWith } from '../docs/documents.ts'
import { runCli, words } from '../harness/run-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'
import { krewPrograms } from './krew.ts'
import { freshBundle, hasKubectl, type RunOptions, runProgram } from './released.ts'

const target = (platform: string) => TARGETS.find((each) => each.platform === platform)!

let archive: Archive
let folder = ''
beforeAll(async () => {
  archive = await buildArchive(await freshBundle(), target('linux-x64'), pkg.version, true)
  folder = tempFolder()
  writeFileSync(join(folder, 'archive.tar.gz'), archive.bytes)
  expect(spawnSync('tar', ['-xzf', 'archive.tar.gz'], { cwd: folder }).status).toBe(0)
})

/** The offset of a part of the pack in an executable: see launch/pack.ts. */
function partAt(program: Buffer, part: string): number {
  const named = program.indexOf(`"${part}":[`)
  const start = program.lastIndexOf(Buffer.from([0x33, 0x43, 0x35, 0x63]), named)
  const [offset = 0] = JSON.parse(
    /\[.*?\]/.exec(program.toString('latin1', named, named + 200))?.[0] ?? '[]',
  ) as number[]
  return start + ((16 + program.readUInt32LE(start + 4) + 7) & ~7) + offset
}

const run = (line: string, options: RunOptions = {}) => runProgram(join(folder, 'kubectl-c5c3'), words(line), options)

describe('the executable for linux-x64', () => {
  it('contains licences and the completion plugin for kubectl', () => {
    const names = ['LICENSE', 'THIRD-PARTY-LICENSES', 'archive.tar.gz', 'kubectl-c5c3', 'kubectl_complete-c5c3']
    expect(readdirSync(folder).sort()).toEqual(names)
    const licences = readFileSync(join(folder, 'THIRD-PARTY-LICENSES'), 'utf8')
    expect(licences).toContain('@oclif/core')
    expect(licences).toContain('Node.js is licensed')
  })

  it.each(Object.keys(COMMANDS))('has help for %s', (id) => {
    const { code, stdout, stderr } = run(`${id.replaceAll(':', ' ')} --help`)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`$ kubectl c5c3 ${id.replaceAll(':', ' ')}`)
  })

  it.each(['status --demo healthy', 'tree customer-a-prod --demo database-down', 'demo', 'status --demo nowhere'])(
    'has the same output as the sources: %s',
    async (line) => {
      const ran = await runCli(words(line))
      expect(run(line)).toEqual({ code: ran.code, stdout: ran.stdout, stderr: ran.stderr })
    },
  )

  it.each([
    ['no home', { HOME: undefined }],
    ['a home that cannot be written to', { HOME: '/proc/self' }],
    ['a home that is not there', { HOME: '/nonexistent/home' }],
    ['no folder for temporary files', { TMPDIR: '/nonexistent/tmp' }],
  ])('works with %s', (_, env) => {
    const { code, stdout, stderr } = run('status --demo healthy', { env })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('9 of 9 clusters read in full')
  })

  it('reports damage, and works without damaged compiled code', () => {
    const program = readFileSync(join(folder, 'kubectl-c5c3'))
    const file = join(tempFolder(), 'kubectl-c5c3')
    const damagedIn = (part: string) => {
      const damaged = Buffer.from(program)
      damaged.fill(0xa5, partAt(program, part) + 64, partAt(program, part) + 80)
      writeFileSync(file, damaged, { mode: 0o755 })
      return runProgram(file, ['version', '--client'])
    }
    const stderr = 'error: this executable is damaged, install it again\n'
    expect(damagedIn('main.cjs')).toEqual({ code: 70, stdout: '', stderr })
    expect(damagedIn('main.cjs:v8')).toEqual(run('version --client'))
  })

  it.each(['with', 'without'])('stores no compiled code between runs, %s its own code', async (kind) => {
    const [home, tmp] = [tempFolder(), tempFolder()]
    let file = join(folder, 'kubectl-c5c3')
    if (kind === 'without') {
      file = join(tempFolder(), 'kubectl-c5c3')
      writeFileSync(file, await buildExecutable(target('linux-x64'), await appPack(await freshBundle())), {
        mode: 0o755,
      })
    }
    const { code, stdout } = runProgram(file, ['version', '--client'], { env: { HOME: home, TMPDIR: tmp } })
    expect({ code, stdout }).toEqual({ code: 0, stdout: run('version --client').stdout })
    expect([readdirSync(home), readdirSync(tmp)]).toEqual([[], []])
  })

  it.skipIf(!hasKubectl)('is a valid plugin for kubectl', () => {
    const { code, stdout, stderr } = runProgram('kubectl', ['plugin', 'list'], { path: [folder] })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(join(folder, 'kubectl-c5c3'))
  })

  it.skipIf(!hasKubectl)('runs through kubectl', () => {
    const { code, stdout } = runProgram('kubectl', ['c5c3', 'status', '--demo', 'healthy'], { path: [folder] })
    expect(code).toBe(0)
    expect(stdout).toContain('9 of 9 clusters read in full')
    expect(runProgram('kubectl', ['c5c3', 'status', '--foo'], { path: [folder] })).toMatchObject({ code: 2 })
  })

  it.skipIf(!hasKubectl)('is completed through kubectl', () => {
    const { stdout } = runProgram('kubectl', ['__complete', 'c5c3', 'contexts', ''], { path: [folder] })
    expect(stdout.split('\n').map((line) => line.split('\t')[0])).toEqual(
      expect.arrayContaining(['check', 'discover', 'use', ':4']),
    )
  })
})

describe.skipIf(!hasKubectl)('as documented in docs/install.md', () => {
  it('the archive is verified, unpacked and found by kubectl', () => {
    const sum = createHash('sha256').update(archive.bytes).digest('hex')
    const cwd = tempFolder({ SHA256SUMS: `${sum}  ${archive.name}\n${sum}  of-another-platform.tar.gz\n` })
    writeFileSync(join(cwd, archive.name), archive.bytes)
    const env = { HOME: cwd }
    const unpacked = runProgram('bash', ['-ec', blockWith('docs/install.md', 'sha256sum')], { cwd, env })
    expect(unpacked.code, unpacked.stderr).toBe(0)
    expect(unpacked.stdout).toContain(`${archive.name}: OK`)
    const path = [join(cwd, '.local', 'bin')]
    const tried = runProgram('bash', ['-ec', blockWith('docs/install.md', 'kubectl plugin list')], { cwd, env, path })
    expect(tried, tried.stderr).toMatchObject({ code: 0, stderr: '' })
    expect(tried.stdout).toContain('9 of 9 clusters read in full')
  })
})

describe('krew', () => {
  const programs = krewPrograms()

  it.skipIf(!programs || !hasKubectl)('accepts the manifest and installs from it', async () => {
    const root = tempFolder()
    const archives = TARGETS.map(({ platform }) => ({
      ...archive,
      platform,
      name: archive.name.replace('linux-x64', platform),
    }))
    writeFileSync(join(root, 'c5c3.yaml'), krewManifest(pkg.version, archives))
    writeFileSync(join(root, 'archive.tar.gz'), archive.bytes)
    const checked = runProgram(programs?.['validate-krew-manifest'] ?? '', [
      '-manifest',
      join(root, 'c5c3.yaml'),
      '-skip-install',
    ])
    expect(checked.code, checked.stderr).toBe(0)
    const env = { KREW_ROOT: join(root, 'krew') }
    const args = ['install', '--manifest', join(root, 'c5c3.yaml'), '--archive', join(root, 'archive.tar.gz')]
    const installed = runProgram(programs?.krew ?? '', args, { env })
    expect(installed.code, installed.stderr).toBe(0)
    expect(installed.stderr).toContain('Installed plugin: c5c3')
    const path = [join(root, 'krew', 'bin')]
    expect(runProgram('kubectl', ['c5c3', 'status', '--demo', 'healthy'], { path, env }).code).toBe(0)
    // krew links only the plugin: completion is set up as documented.
    const home = tempFolder()
    const completion = blockWith('docs/install.md', 'printf')
    expect(runProgram('bash', ['-ec', completion], { env: { HOME: home } }).code).toBe(0)
    const both = [...path, join(home, '.local', 'bin')]
    const { stdout } = runProgram('kubectl', ['__complete', 'c5c3', 'contexts', ''], { path: both, env })
    expect(stdout).toContain('discover')
  })
})

describe('for other platforms', () => {
  const arm = target('linux-arm64')
  if (!arm.emulator)
    console.warn(
      'SKIPPED: no qemu-aarch64 with libraries here (qemu-user-static, libstdc++6-arm64-cross, libatomic1-arm64-cross), linux-arm64 is built but not run',
    )

  it.skipIf(!arm.emulator)('linux-arm64 runs under qemu', async () => {
    const file = join(tempFolder(), 'kubectl-c5c3')
    const built = await freshBundle()
    writeFileSync(file, await buildExecutable(arm, await appPack(built)))
    chmodSync(file, 0o755)
    const [qemu = '', ...before] = arm.emulator ?? []
    const emulated = (...args: string[]) => runProgram(qemu, [...before, file, ...args])
    expect(emulated('version', '--client').stdout).toContain('linux-arm64')
    const { code, stdout, stderr } = emulated(
      'status',
      '--request-timeout',
      '100s',
      '--timeout',
      '110s',
      '--demo',
      'healthy',
    )
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('9 of 9 clusters read in full')
  })

  it('win-x64 is a valid executable with the tool inside', async () => {
    const built = await freshBundle()
    const program = Buffer.from(await buildExecutable(target('win-x64'), await appPack(built)))
    expect(program.subarray(0, 2).toString('latin1')).toBe('MZ')
    expect(program.includes(Buffer.from(await appPack(built)).subarray(0, 4096))).toBe(true)
  })

  const signer = macSigningTool()
  if (!signer)
    console.warn(
      'SKIPPED: neither codesign nor rcodesign (cargo install apple-codesign) here, no macOS executable is built',
    )

  it.skipIf(!signer).each(['darwin-arm64', 'darwin-x64'])(
    '%s has the tool inside and an ad-hoc signature',
    async (name) => {
      const built = await freshBundle()
      const program = Buffer.from(await buildExecutable(target(name), await appPack(built)))
      expect(program.subarray(0, 4).toString('hex')).toBe('cffaedfe')
      expect(program.includes(Buffer.from(await appPack(built)).subarray(0, 4096))).toBe(true)
      const file = join(tempFolder(), 'kubectl-c5c3')
      writeFileSync(file, program)
      const args = signer === 'codesign' ? ['--display', '-vv', file] : ['print-signature-info', file]
      const { stdout, stderr } = spawnSync(signer ?? '', args, { encoding: 'utf8' })
      expect(stdout + stderr).toMatch(/kubectl-c5c3/)
      expect(stdout + stderr).toMatch(/adhoc/i)
      // Reproducible.
      expect(Buffer.compare(program, await buildExecutable(target(name), await appPack(built)))).toBe(0)
    },
  )
})

describe('built again from the same commit', () => {
  it('everything is byte-identical, except for the code that V8 compiled', async () => {
    const [first, second] = [await freshBundle(), await bundle()]
    const about = { ...pkg, node: pkg.devDependencies.node }
    const linux = target('linux-x64')
    expect(second.build).toBe(first.build)
    expect(Buffer.compare(tarGz(await npmPackage(first)), tarGz(await npmPackage(second)))).toBe(0)
    expect(Buffer.compare(await appPack(first), await appPack(second))).toBe(0)
    expect(sbom(about, bundledPackages(first.modules))).toBe(sbom(about, bundledPackages(second.modules)))
    const programs = [
      await buildExecutable(linux, await appPack(first)),
      await buildExecutable(linux, await appPack(second)),
    ]
    expect(Buffer.compare(programs[0]!, programs[1]!)).toBe(0)
  })
})

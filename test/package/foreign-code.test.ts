// SPDX-License-Identifier: Apache-2.0
// The attack: a repository, an archive or a CI cache contains a compile cache whose entry for our main chunk is foreign
// code.
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, lstatSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { tempFolder } from '../harness/temp-folder.ts'
import { foreignCache } from './foreign-cache.ts'
import { unpackedPackage } from './released.ts'

let installed = ''
let poisoned = ''
beforeAll(async () => {
  installed = await unpackedPackage()
  poisoned = foreignCache(installed)
})

interface Attack {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

function version({ env = {}, cwd = tempFolder() }: Attack): string {
  const args = [join(installed, 'bin', 'kubectl-c5c3'), 'version', '--client']
  const run = spawnSync(process.execPath, args, { cwd, env: { HOME: '/nonexistent', ...env }, encoding: 'utf8' })
  expect(run.stderr).toBe('')
  return run.stdout
}

/** A cache home with the foreign code, as an archive that keeps these modes unpacks it. */
function cacheHome(parent: string, mode = 0o700, name = '.cache'): string {
  const base = join(parent, name)
  const folder = join(base, 'kubectl-c5c3')
  cpSync(poisoned, folder, { recursive: true })
  chmodSync(folder, mode)
  return base
}

const checkout = (mode?: number) => {
  const folder = tempFolder({ '.git/HEAD': 'ref: refs/heads/main\n' })
  return { folder, base: cacheHome(folder, mode) }
}

describe('foreign compiled code', () => {
  const genuine = /^kubectl-c5c3 /

  it('would run from a folder that only the user could have written: the attack itself works', () => {
    const home = tempFolder()
    expect(version({ env: { NODE_COMPILE_CACHE: join(cacheHome(home), 'kubectl-c5c3') } })).toBe('everything healthy\n')
    expect(version({ env: { HOME: home } })).toBe('everything healthy\n')
    expect(version({ env: { XDG_CACHE_HOME: join(home, '.cache') } })).toBe('everything healthy\n')
  })

  it.each([
    ['a checkout', 0o755],
    ['a checkout created with umask 077', 0o700],
  ])('is not run from %s', (_, mode) => {
    const { folder, base } = checkout(mode)
    expect(version({ cwd: folder, env: { XDG_CACHE_HOME: base } })).toMatch(genuine)
    expect(version({ cwd: folder, env: { XDG_CACHE_HOME: '.cache' } })).toMatch(genuine)
    expect(version({ env: { XDG_CACHE_HOME: base } })).toMatch(genuine)
    expect(version({ env: { HOME: folder } })).toMatch(genuine)
  })

  it('is not run from a git worktree, where .git is a file', () => {
    const folder = tempFolder({ '.git': 'gitdir: /elsewhere\n' })
    expect(version({ env: { XDG_CACHE_HOME: cacheHome(folder) } })).toMatch(genuine)
  })

  it('is not run from an unpacked archive in the working directory', () => {
    const folder = tempFolder()
    expect(version({ cwd: folder, env: { XDG_CACHE_HOME: cacheHome(folder) } })).toMatch(genuine)
  })

  it('is not run where XDG_CACHE_HOME is relative', () => {
    const folder = tempFolder()
    cacheHome(folder)
    expect(version({ cwd: folder, env: { XDG_CACHE_HOME: '.cache' } })).toMatch(genuine)
    expect(version({ cwd: folder, env: { HOME: '.' } })).toMatch(genuine)
  })

  it('is not run from a restored CI cache', () => {
    const home = tempFolder()
    cacheHome(home)
    expect(version({ env: { HOME: home, CI: 'true' } })).toMatch(genuine)
  })

  it.each(['750', '755', '770', '777'])('is not run from a folder of mode %s', (mode) => {
    const home = tempFolder()
    cacheHome(home, Number.parseInt(mode, 8))
    expect(version({ env: { HOME: home } })).toMatch(genuine)
  })

  it('is not run from below a folder that others can write to', () => {
    const home = tempFolder()
    chmodSync(cacheHome(home), 0o777)
    expect(version({ env: { HOME: home } })).toMatch(genuine)
  })

  it('is not run through a symlink', () => {
    const [home, elsewhere] = [tempFolder(), tempFolder()]
    const base = cacheHome(elsewhere)
    symlinkSync(base, join(home, '.cache'))
    expect(version({ env: { HOME: home } })).toMatch(genuine)
    const linked = join(tempFolder(), '.cache')
    mkdirSync(linked)
    symlinkSync(join(base, 'kubectl-c5c3'), join(linked, 'kubectl-c5c3'))
    expect(version({ env: { XDG_CACHE_HOME: linked } })).toMatch(genuine)
  })

  it.skipIf(process.getuid?.() !== 0)('is not run from a folder of another user', () => {
    const home = tempFolder()
    chownSync(join(cacheHome(home), 'kubectl-c5c3'), 12345, 12345)
    expect(version({ env: { HOME: home } })).toMatch(genuine)
  })

  it('is not run if the compile cache of Node is disabled', () => {
    const home = tempFolder()
    cacheHome(home)
    expect(version({ env: { HOME: home, NODE_DISABLE_COMPILE_CACHE: '1' } })).toMatch(genuine)
  })
})

describe('the compile cache', () => {
  it('is created for the user only', () => {
    const home = tempFolder()
    version({ env: { HOME: home } })
    const folder = join(home, '.cache', 'kubectl-c5c3')
    expect(lstatSync(folder).mode & 0o777).toBe(0o700)
    const [release = ''] = readdirSync(folder)
    const entries = readdirSync(join(folder, release))
    expect(entries.length).toBeGreaterThan(2)
    for (const name of entries) expect(lstatSync(join(folder, release, name)).mode & 0o777).toBe(0o600)
  })

  it('is nowhere else: not in the temporary folder, not in a checkout', () => {
    const [tmp, work] = [tempFolder(), tempFolder({ '.git/HEAD': '' })]
    version({ cwd: work, env: { TMPDIR: tmp, XDG_CACHE_HOME: join(work, '.cache') } })
    version({ cwd: work, env: { TMPDIR: tmp } })
    expect([readdirSync(tmp), readdirSync(work)]).toEqual([[], ['.git']])
  })
})

// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import pkg from '../../package.json' with { type: 'json' }
import { ROOT } from '../harness/run-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'

it('an unsupported platform is refused before anything is built', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts/package.ts'), 'linux-amd64'], {
    encoding: 'utf8',
  })
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(/^error: no such platform: linux-amd64; there are linux-x64, .*win-x64\n$/)
})

it('macOS executables are not built without a signing tool', () => {
  const args = [join(ROOT, 'scripts/package.ts'), 'linux-x64', 'darwin-arm64', '--dist', join(tempFolder(), 'dist')]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { PATH: '/nonexistent' },
  })
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(
    /^error: macOS executables need codesign or rcodesign\nhint: cargo install apple-codesign .*\n$/,
  )
})

it('package.json has the repository that npm needs for provenance and links', () => {
  const home = pkg.homepage.replace(/#.*/, '')
  expect(pkg.repository.url).toBe(`git+${home}.git`)
  expect(pkg.bugs).toBe(`${home}/issues`)
})

// SPDX-License-Identifier: Apache-2.0
// A user without an entry in passwd, as in Pods with an arbitrary UID. Tested with the package, because that is what
// runs there; the sources load modules that need a home.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { words } from '../harness/run-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'
import { unpackedPackage } from './released.ts'

/** Fails as Node does without an entry in passwd. */
const UNKNOWN = `
const os = require('node:os')
for (const name of ['userInfo', 'homedir'])
  os[name] = () => { throw Object.assign(new Error('ENOENT: no such file or directory, uv_os_get_passwd'), { code: 'ENOENT' }) }
require('node:module').syncBuiltinESMExports()
`

let folder = ''
beforeAll(async () => {
  folder = await unpackedPackage()
})

describe('a user without an entry in passwd, without home and shell', () => {
  it.each([
    ['version --client', 0],
    ['status --help', 0],
    ['status --demo healthy', 0],
    ['tree --demo one-cluster', 0],
    ['status --nope', 2],
    ['status', 2],
  ])('can run: %s, exit %i', (line, code) => {
    const cwd = tempFolder({ 'unknown.cjs': UNKNOWN })
    const args = ['--require', join(cwd, 'unknown.cjs'), join(folder, 'bin', 'kubectl-c5c3'), ...words(line)]
    const env = { PATH: process.env['PATH'], KUBECONFIG: '/nonexistent/kubeconfig', NO_COLOR: '1' }
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' })
    expect(status, stderr).toBe(code)
    expect(code === 0 ? stdout : stderr).not.toBe('')
    if (code === 0) expect(stderr).toBe('')
  })
})

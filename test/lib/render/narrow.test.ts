// SPDX-License-Identifier: Apache-2.0
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import fastStringWidth from 'fast-string-width'
import { expect, it } from 'vitest'
import { NARROW } from '../../../src/lib/render/width.ts'

it('a character classified as narrow has width one in every width library', async () => {
  const ink = createRequire(createRequire(import.meta.url).resolve('ink'))
  const { default: stringWidth } = await import(pathToFileURL(ink.resolve('string-width')).href)
  const letters = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code)).filter((one) =>
    NARROW.test(one),
  )
  expect(letters.length).toBeGreaterThan(300)
  expect(letters.filter((one) => stringWidth(one) !== 1 || fastStringWidth(one) !== 1)).toEqual([])
  expect(stringWidth(letters.join(''))).toBe(letters.length)
})

// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../harness/run-cli.ts'
import { anchorsOf, linksIn, PAGES, textOf } from './documents.ts'

it.each(PAGES)('every link of %s resolves', (page) => {
  const broken = linksIn(page).filter((link) => {
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? page : normalize(join(dirname(page), path))
    if (!existsSync(join(ROOT, target))) return true
    return anchor !== undefined && !anchorsOf(target).has(anchor)
  })
  expect(broken).toEqual([])
})

it('every page is linked from the README, directly or indirectly', () => {
  const reached = new Set<string>()
  const follow = (page: string) => {
    if (reached.has(page) || !PAGES.includes(page)) return
    reached.add(page)
    for (const link of linksIn(page)) follow(normalize(join(dirname(page), link.split('#')[0] ?? '')))
  }
  follow('README.md')
  expect(PAGES.filter((page) => !reached.has(page))).toEqual([])
})

it('the README is no longer than two screens, its picture included', () => {
  const pictures = linksIn('README.md').filter((link) => link.endsWith('.svg'))
  expect(pictures.length).toBeGreaterThan(0)
  const pictureLines = pictures.flatMap((link) => textOf(link).match(/<text /g) ?? [])
  // Long sections of the source are collapsed on the page.
  const written = textOf('README.md')
    .split('\n')
    .flatMap((line) => line.match(/^.{0,2}$|.{1,120}(\s|$)/g) ?? [])
  expect(pictureLines.length + written.length).toBeLessThan(120)
})

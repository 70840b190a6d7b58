// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../harness/run-cli.ts'
import { anchorsOf, linksIn, PAGES, textOf } from './documents.ts'

it.each(PAGES)('every link of %s leads somewhere', (page) => {
  const broken = linksIn(page).filter((link) => {
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? page : normalize(join(dirname(page), path))
    if (!existsSync(join(ROOT, target))) return true
    return anchor !== undefined && !anchorsOf(target).has(anchor)
  })
  expect(broken).toEqual([])
})

it('every page is reached from the README', () => {
  const reached = new Set<string>()
  const follow = (page: string) => {
    if (reached.has(page) || !PAGES.includes(page)) return
    reached.add(page)
    for (const link of linksIn(page)) follow(normalize(join(dirname(page), link.split('#')[0] ?? '')))
  }
  follow('README.md')
  expect(PAGES.filter((page) => !reached.has(page))).toEqual([])
})

it('the README is no longer than two screens', () => {
  expect(textOf('README.md').split('\n').length).toBeLessThan(110)
})

// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { scenarioFiles } from '../../scripts/scenarios/make.ts'
import { toYaml } from '../../scripts/scenarios/yaml.ts'
import { FLEETS } from './fleet.ts'

const files = scenarioFiles()

it('the committed files are exactly the output of the generator', () => {
  const stale = [...files].filter(([path, text]) => read(path) !== text).map(([path]) => path)
  expect(stale, 'run: node scripts/scenarios/make.ts').toEqual([])
  const generated = new Set([...files.keys()].map((path) => path.split('/')[0] ?? ''))
  const present = [...generated].flatMap((name) =>
    readdirSync(join(FLEETS, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(FLEETS.length + 1)),
  )
  expect(present.filter((path) => !files.has(path))).toEqual([])
})

it('the YAML writer keeps difficult texts unchanged', () => {
  const hard = {
    texts: [
      '',
      ' ',
      'a: b',
      'a #b',
      '# c',
      'yes',
      'No',
      'null',
      '~',
      '1',
      '1.0',
      '0x1f',
      '1e3',
      '2025.2',
      '1:30',
      '-',
      '- a',
    ],
    more: [
      '{a}',
      '[b]',
      'a, b',
      "it's",
      '"q"',
      '*',
      '&a',
      '!t',
      '%p',
      '@x',
      '`b`',
      '|',
      '>',
      'a\tb',
      'ü…',
      'a:',
      ':a',
      '2026-11-16',
    ],
    times: ['2026-11-16T12:00:00Z', '0 2 * * *', '\\[.*\\bsmoke\\b.*\\]', 'v1.2.3', '-1', '.5', '+.inf'],
    'odd: key': { '0': 'x', 'a b': 1, true: false },
    lines: 'one\n  two\n\nthree\n',
    noEnd: 'one\ntwo',
    nested: [{ a: [{ b: 'c, d' }], e: {}, f: [], g: null, long: 'x'.repeat(200) }, [1, 2]],
    numbers: [0, -1, 1.5, 1688849860263936],
  }
  const [document] = parseAllDocuments(toYaml(hard)) as { toJS(): unknown }[]
  expect(document?.toJS()).toEqual(hard)
})

it('the fleet is small enough to start quickly and to read', () => {
  const bytes = [...files]
    .filter(([path]) => path.startsWith('healthy/'))
    .reduce((sum, [, text]) => sum + text.length, 0)
  expect(bytes).toBeLessThan(1_750_000)
})

function read(path: string): string | undefined {
  try {
    return readFileSync(join(FLEETS, path), 'utf8')
  } catch {
    return undefined
  }
}

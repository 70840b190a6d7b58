// SPDX-License-Identifier: Apache-2.0
// The commands in the documentation exist, and work on the demo as documented.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import manifest from '../../oclif.manifest.json' with { type: 'json' }
import pkg from '../../package.json' with { type: 'json' }
import { COMMANDS } from '../../src/lib/cli/oclif/registry.ts'
import { closeDemos } from '../harness/demos.ts'
import '../harness/shared-observations.ts'
import { ROOT, runCli } from '../harness/run-cli.ts'
import { namedIn, PAGES, scriptsIn, type Typed, typedIn } from './documents.ts'

interface Entry {
  readonly flags: Readonly<Record<string, { readonly name: string; readonly char?: string }>>
}

const ENTRIES = manifest.commands as unknown as Readonly<Record<string, Entry>>
const ALL = PAGES.flatMap(typedIn)
/** Generated from the commands, which have their own tests; here only their existence is checked. */
const GENERATED = new Set(['docs/commands.md', 'docs/checks.md'])

/** The longest command that the words begin with. */
function idOf(words: readonly string[]): string | undefined {
  const ids = [words.slice(0, 2).join(':'), words[0] ?? '']
  return ids.find((id) => Object.hasOwn(COMMANDS, id))
}

/** The parts of a line that the tool does not know. */
function unknownIn(words: readonly string[]): string[] {
  const id = idOf(words)
  if (id === undefined) return words[0]?.startsWith('--') ? [] : [words.join(' ')]
  const flags = Object.values(ENTRIES[id]?.flags ?? {})
  const known = new Set(['--help', ...flags.flatMap(({ name, char }) => [`--${name}`, `-${char}`])])
  return words.filter((word) => /^--?[a-z]/i.test(word) && !known.has(word.split('=')[0] ?? ''))
}

const lineOf = ({ words }: Typed) => words.join(' ')

describe('commands in the documentation', () => {
  it.each(PAGES.filter((page) => typedIn(page).length > 0))('exist: %s', (page) => {
    const unknown = typedIn(page).flatMap(({ words, line }) => unknownIn(words).map((what) => `line ${line}: ${what}`))
    expect(unknown).toEqual([])
  })

  it.each(PAGES)('exist where a sentence names them: %s', (page) => {
    expect(namedIn(page).flatMap(unknownIn)).toEqual([])
  })

  it.each(PAGES)('run one npm script at a time: %s', (page) => {
    // npm run a b passes b to a.
    const wrong = scriptsIn(page).filter(
      ({ script, next }) => !Object.hasOwn(pkg.scripts, script) || Object.hasOwn(pkg.scripts, next),
    )
    expect(wrong).toEqual([])
  })

  it('need no cluster where the page says so', () => {
    const lines = typedIn('docs/daily-use.md').filter(({ words }) => !words.some((word) => word.startsWith('--demo')))
    const asks = lines.filter(({ words }) => ENTRIES[idOf(words) ?? '']?.flags['demo'] && !words.includes('--list'))
    expect(asks.map(lineOf)).toEqual([])
  })

  it('are found at all', () => expect(ALL.filter(({ run }) => run).length).toBeGreaterThan(40))

  const once = new Map(
    ALL.filter(({ run, page }) => run && !GENERATED.has(page)).map((typed) => [lineOf(typed), typed]),
  )
  it.each([...once.values()].map((typed) => [lineOf(typed), typed.code, typed] as const))(
    'run on the demo: %s, exit %i',
    { timeout: 300_000 },
    async (_, expected, { words }) => {
      const flags = Object.values(ENTRIES[idOf(words) ?? '']?.flags ?? {}).map(({ name }) => name)
      const ours = words.some((word) => word.startsWith('--demo')) || !flags.includes('demo')
      const { code, stdout, stderr } = await runCli(ours ? words : [...words, '--demo', 'healthy'])
      expect(code, stdout.slice(-500) + stderr.slice(-1000)).toBe(expected)
      expect(stdout).not.toBe('')
      // The next command must not see what this one wrote.
      if (words.includes('--yes')) await closeDemos()
    },
  )
})

describe('examples for CI', () => {
  it.each(['github-smoke-check.yml', 'gitlab-smoke-check.yml'])('%s contains only existing commands', (name) => {
    const text = readFileSync(join(ROOT, 'docs', 'examples', name), 'utf8')
    const lines = [...text.matchAll(/kubectl c5c3 ([^\n>|]*)/g)].map(([, line = '']) => line.trim().split(/\s+/))
    expect(lines.length).toBeGreaterThan(2)
    expect(lines.flatMap(unknownIn)).toEqual([])
  })
})

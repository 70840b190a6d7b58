// SPDX-License-Identifier: Apache-2.0
// Help, documentation and output use the words of the glossary.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import manifest from '../../oclif.manifest.json' with { type: 'json' }
import pkg from '../../package.json' with { type: 'json' }
import { ROOT } from '../harness/run-cli.ts'
import { PAGES, textOf } from './documents.ts'
import { bannedIn } from './glossary.ts'

interface Entry {
  readonly summary?: string
  readonly description?: string
  readonly examples?: readonly string[]
  readonly args: Readonly<Record<string, { readonly description?: string }>>
  readonly flags: Readonly<Record<string, { readonly name: string; readonly summary?: string }>>
}

const COMMANDS = Object.entries(manifest.commands as unknown as Readonly<Record<string, Entry>>)

/** Folders of test/golden whose texts are held to the glossary. Add a folder once its view is reworded. */
const GOLDEN_FOLDERS = ['help']

describe('the help of a command', () => {
  it.each(COMMANDS)('%s has a summary in the imperative', (_, { summary = '' }) => {
    expect(summary.length, summary).toBeLessThanOrEqual(72)
    expect(summary).toMatch(/^[A-Z][a-z]+ /)
    expect(summary).not.toMatch(/\.$/)
    expect(IMPERATIVES, summary).toContain(summary.split(' ')[0])
  })

  it.each(COMMANDS)('%s has examples with a comment above each', (_, { examples = [] }) => {
    expect(examples.length).toBeGreaterThan(0)
    for (const example of examples) {
      const [comment = '', ...commands] = example.split('\n')
      expect(comment).toMatch(/^# [A-Z].*[^.]$/)
      expect(commands.length).toBeGreaterThan(0)
      for (const command of commands) expect(command).toContain('<%= config.bin %>')
    }
  })

  it.each(COMMANDS)('%s describes its flags and arguments in fragments', (_, { flags, args }) => {
    const texts = [
      ...Object.values(flags).map(({ name, summary = '' }) => [`--${name}`, summary] as const),
      ...Object.entries(args).map(([name, { description = '' }]) => [name, description] as const),
    ]
    for (const [name, text] of texts) {
      expect(text, `${name} has no description`).not.toBe('')
      expect(text, name).not.toMatch(/\.$/)
      // A proper noun or a placeholder may be first.
      expect(text, name).toMatch(/^(?:[a-z(]|[A-Z]{2}|NODE|KIND|OpenStack|CephClient|ControlPlane|Secret|Tempest|YAML)/)
    }
  })

  it.each(COMMANDS)('%s uses the words of the glossary', (_, entry) => {
    const texts = [
      entry.summary,
      entry.description,
      ...(entry.examples ?? []),
      ...Object.values(entry.flags).map(({ summary }) => summary),
      ...Object.values(entry.args).map(({ description }) => description),
    ]
    expect(bannedIn(texts.filter((text) => text !== undefined).join('\n'))).toEqual([])
  })
})

describe('the words of the glossary are used', () => {
  it('in the description of the package and its topics', () => {
    const topics = Object.values(pkg.oclif.topics).map(({ description }) => description)
    expect(bannedIn([pkg.description, ...topics, readFileSync(join(ROOT, '.krew.yaml'), 'utf8')].join('\n'))).toEqual(
      [],
    )
  })

  it.each(PAGES.filter((page) => page.startsWith('docs/') && !page.startsWith('docs/adr/')))('in %s', (page) =>
    expect(bannedIn(textOf(page))).toEqual([]),
  )

  it.each(GOLDEN_FOLDERS)('in the output of test/golden/%s', (folder) => {
    const path = join(ROOT, 'test/golden', folder)
    const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.txt'))
    expect(files.length).toBeGreaterThan(0)
    const found = files.flatMap((name) =>
      bannedIn(readFileSync(join(path, name), 'utf8')).map((text) => `${name} ${text}`),
    )
    expect(found).toEqual([])
  })

  it('a banned phrase is found with its line and replacement', () => {
    expect(bannedIn('fine\nwhat broke first')).toEqual(['line 2: "what broke first", use: root cause'])
  })
})

describe('the krew manifest', () => {
  const { spec } = parse(readFileSync(join(ROOT, '.krew.yaml'), 'utf8')) as { spec: Readonly<Record<string, string>> }

  it("follows krew's guide", () => {
    expect(spec['shortDescription']?.length).toBeLessThanOrEqual(50)
    expect(spec['shortDescription']).toMatch(/^[A-Z][a-z]+ .*[^.]$/)
    expect(spec['shortDescription']).not.toMatch(/kubectl/i)
    // A description is no list of commands, and caveats are what the user must do or have.
    expect(spec['description']).not.toContain('kubectl c5c3')
    expect(spec['caveats']?.split('\n').length).toBeLessThan(10)
  })
})

/** The first words of summaries. A new verb is added here on purpose. */
const IMPERATIVES: readonly string[] = [
  'Apply',
  'Check',
  'Compare',
  'Discover',
  'Explain',
  'Generate',
  'Import',
  'List',
  'Open',
  'Print',
  'Run',
  'Serve',
  'Show',
  'Stream',
  'Switch',
  'Sync',
  'Trace',
  'Validate',
  'Verify',
  'Wait',
  'Write',
]

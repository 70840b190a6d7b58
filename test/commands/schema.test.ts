// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { schemaOf, schemaRows } from '../../src/lib/reports/schema/index.ts'
import { expectGolden, expectGoldenJson } from '../harness/golden.ts'
import { ROOT, runCli, words } from '../harness/run-cli.ts'
import { closed, type Document, expectValid, mistakesIn } from '../harness/schemas.ts'

const kinds = schemaRows().flatMap(({ name, lines }) => [name, ...(lines ?? [])])

const GOLDEN = join(ROOT, 'test', 'golden')
const goldens = readdirSync(GOLDEN, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json') && !name.startsWith('schema/'))
  .sort()

const golden = (name: string) => JSON.parse(readFileSync(join(GOLDEN, name), 'utf8')) as Document

describe('schemas', () => {
  it('are listed', async () => {
    await expectGolden('schema/list', 'schema')
    const { stdout } = await expectGoldenJson('schema/list', 'schema')
    expectValid(JSON.parse(stdout), 'schema -o json')
    expect((await runCli(['schema', '-o', 'name'])).stdout.trim().split('\n')).toEqual(
      schemaRows().map(({ name }) => name),
    )
  })

  it.each(kinds)('%s is a JSON Schema of draft 2020-12, in JSON and in YAML', async (kind) => {
    const { stdout, stderr, code } = await runCli(['schema', kind])
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    const schema = JSON.parse(stdout)
    expect(schema).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema', title: kind })
    new Ajv2020({ strict: true }).compile(schema)
    expect(parse((await runCli(['schema', kind, '-o', 'yaml'])).stdout)).toEqual(schema)
  })

  it('exist for every report', () => {
    const folder = join(ROOT, 'src', 'lib', 'reports')
    const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
    const found = texts.flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/extends Report \{\n {2}readonly kind: '(\w+)'/g)].map(
        ([, kind]) => kind ?? '',
      ),
    )
    expect([...found, 'Error'].sort()).toEqual(schemaRows().map(({ name }) => name))
  })

  it('names are case-insensitive, and an unknown one is an error with the closest', async () => {
    expect((await runCli(['schema', 'contextscheck'])).stdout).toBe((await runCli(['schema', 'ContextsCheck'])).stdout)
    const { stderr, code } = await runCli(['schema', 'Statsu'])
    expect(code).toBe(2)
    expect(stderr).toContain('error: unknown report "Statsu"\nhint: did you mean: Status?\nhint: reports: ')
  })

  it.each(['table', 'name', 'jsonl', 'jsonpath={.title}'])('cannot be printed as %s', async (format) => {
    const { stdout, stderr, code } = await runCli(['schema', 'Status', '-o', format])
    expect({ code, text: stderr + stdout }).toMatchObject({ code: 2 })
    expect(stderr + stdout).toContain('formats: json, yaml')
  })
})

describe('goldens', () => {
  it('exist', () => expect(goldens.length).toBeGreaterThan(15))

  it.each(goldens)('%s matches its schema, without additional fields', (name) => {
    expectValid(golden(name), name)
  })
})

describe('schemas detect', () => {
  const CONTEXTS = golden('contexts/database-down.json')

  it('an undocumented field', () => {
    expect(mistakesIn({ ...CONTEXTS, surprise: 1 })).toEqual([expect.stringContaining('"surprise"')])
    const deep = { ...CONTEXTS, completeness: { ...(CONTEXTS['completeness'] as object), surprise: 1 } }
    expect(mistakesIn(deep)).toEqual([expect.stringMatching(/^\/completeness .*"surprise"/)])
  })

  it('a missing field, a wrong type or an unknown enum value', () => {
    const { notes: _, ...without } = CONTEXTS
    expect(mistakesIn(without as Document)).toEqual([expect.stringContaining("required property 'notes'")])
    expect(mistakesIn({ ...CONTEXTS, exitCode: '3' })).toEqual([expect.stringContaining('must be integer')])
    expect(mistakesIn({ ...CONTEXTS, verdict: 'splendid' })).toEqual([expect.stringContaining('allowed values')])
  })

  it('but published schemas allow additional fields of later versions', () => {
    const check = new Ajv2020().compile(schemaOf('Contexts'))
    expect(check({ ...CONTEXTS, later: true })).toBe(true)
    expect(new Ajv2020().compile(closed(schemaOf('Contexts')))({ ...CONTEXTS, later: true })).toBe(false)
  })
})

describe('errors', () => {
  it.each(['contexts --nope -o json', 'contexts --demo nope -o json', 'schema nope -o json', 'nope -o json'])(
    '%s is an Error',
    async (line) => {
      const { stdout } = await runCli(words(line))
      const document = JSON.parse(stdout)
      expect(document.kind).toBe('Error')
      expectValid(document, line)
    },
  )
})

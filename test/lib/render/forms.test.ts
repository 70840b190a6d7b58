// SPDX-License-Identifier: Apache-2.0
// One small report in every format.
import { describe, expect, it } from 'vitest'
import type { Presentation } from '../../../src/lib/model/report/presentation.ts'
import { API_VERSION, type Report, type State } from '../../../src/lib/model/report/report.ts'
import { FORMATS, type Format } from '../../../src/lib/render/formats.ts'
import { render, type Style } from '../../../src/lib/render/index.ts'
import { parseSort } from '../../../src/lib/render/sort.ts'

interface Row {
  readonly name: string
  readonly state: State
  readonly size?: number
  readonly age: string
}

interface RowsReport extends Report {
  readonly kind: 'Rows'
  readonly rows: readonly Row[]
}

const REPORT: RowsReport = {
  apiVersion: API_VERSION,
  kind: 'Rows',
  verdict: 'failed',
  exitCode: 1,
  completeness: { complete: false, clusters: [{ name: 'c', complete: false }], gaps: [] },
  rows: [
    { name: 'node-10', state: 'healthy', size: 9, age: '3d' },
    { name: 'node-9', state: 'failed', age: '90m' },
    { name: 'a, b', state: 'degraded', size: 100, age: '2y' },
  ],
}

const SHOW: Presentation<RowsReport> = {
  view: ({ rows }) => ({
    blocks: [
      {
        type: 'table',
        columns: [{ title: 'NAME' }, { title: 'STATE' }, { title: 'BIG SIZE' }, { title: 'AGE' }],
        rows: rows.map(({ name, state, size, age }) => [
          { text: name },
          { text: `✔ ${state} (live)` },
          { text: size === undefined ? '-' : String(size) },
          { text: age },
        ]),
      },
    ],
    notes: [{ text: 'not seen: c' }],
  }),
  names: ({ rows }) => rows.map(({ name }) => name),
  rows: { field: 'rows' },
  diagram: ({ rows }) => ({
    caption: 'of c',
    nodes: rows.map(({ name, state }) => ({ id: name, cluster: 'c', lines: [name], state })),
    edges: [],
  }),
  tests: () => ({ name: 'run', time: '2026-11-16T12:00:00.000Z', suites: [] }),
  alerts: () => ({ rules: [], alerts: [], notices: ['c'], exitCode: 1 }),
  page: async () => ({
    title: 'of c',
    verdict: { text: 'healthy' },
    takenAt: '2026-11-16T12:00:00Z',
    line: 'exit 0',
    command: 'kubectl c5c3',
    sections: [{ title: 'rows', view: { blocks: [], notes: [{ text: 'not seen: c' }] } }],
  }),
}

const STYLE = { headers: true, ascii: false, color: false, columns: undefined }

const draw = (format: Format, argument = '', more: Partial<Style> = {}) =>
  render(REPORT, SHOW, { ...STYLE, format, argument, ...more })

const lines = async (...args: Parameters<typeof draw>) => (await draw(...args)).data.trimEnd().split('\n')

describe('every format', () => {
  it.each(FORMATS)('%s ends in exactly one newline', async (format) => {
    const arguments_: Partial<Record<Format, string>> = { jsonpath: '{.verdict}', 'custom-columns': 'N:.name' }
    expect((await draw(format, arguments_[format])).data).toMatch(/[^\n]\n$/)
  })

  it.each(['json', 'yaml', 'jsonl', 'dot', 'mermaid', 'junit', 'html'] as const)(
    '%s contains the gaps, and prints nothing on stderr',
    async (format) => {
      expect((await draw(format)).notes).toBe('')
    },
  )

  it.each([
    ['table', ''],
    ['wide', ''],
    ['name', ''],
    ['jsonpath', '{.verdict}'],
    ['custom-columns', 'N:.name'],
  ] as const)('%s prints the gaps on stderr', async (format, argument) => {
    expect((await draw(format, argument)).notes).toBe('not seen: c\n')
  })
})

describe('jsonl', () => {
  it('is one line per row, each in its own envelope, and the rest of the report last', async () => {
    const documents = (await lines('jsonl')).map((line) => JSON.parse(line))
    const { rows, ...rest } = REPORT
    expect(documents).toEqual([
      ...rows.map((row) => ({ apiVersion: API_VERSION, kind: 'RowsRow', row })),
      { ...rest, kind: 'RowsSummary' },
    ])
  })
})

describe('jsonpath', () => {
  it('prints the result of the template, with a final newline', async () => {
    expect((await draw('jsonpath', '{.rows[*].name}')).data).toBe('node-10 node-9 a, b\n')
    expect((await draw('jsonpath', '{range .rows[*]}{.size}{"\\n"}{end}')).data).toBe('9\n\n100\n')
    expect((await draw('jsonpath', '{.nothing}')).data).toBe('')
  })
})

describe('custom-columns', () => {
  it('are the requested columns', async () => {
    const argument = 'NAME:.name,THE SIZE:{.size},STATES:.state'
    expect(await lines('custom-columns', argument)).toEqual([
      'NAME     THE SIZE  STATES',
      'node-10  9         healthy',
      'node-9   <none>    failed',
      'a, b     100       degraded',
    ])
    expect(await lines('custom-columns', argument, { headers: false })).toHaveLength(3)
  })

  it('may contain a comma inside quotes', async () => {
    const report = { ...REPORT, rows: [{ list: [{ a: 'x,y', b: 1 }] }] } as unknown as RowsReport
    const style = { ...STYLE, format: 'custom-columns', argument: "B:.list[?(@.a=='x,y')].b,C:.c" } as const
    expect((await render(report, SHOW, style)).data).toBe('B  C\n1  <none>\n')
  })

  it('are never cut to the terminal width', async () => {
    expect(await lines('custom-columns', 'NAME:.name', { columns: 4 })).toContain('node-10')
  })

  it.each(['NAME', 'NAME:', ':.name', 'NAME:.name,', 'NAME:.name[', ''])('"%s" is no list of columns', async (text) => {
    await expect(draw('custom-columns', text)).rejects.toMatchObject({ code: 'USAGE' })
  })

  it('supports a hundred thousand rows', async () => {
    const rows = Array.from({ length: 100_000 }, (_, i) => ({ name: `n${i}`, state: 'healthy' as const, age: '1d' }))
    const style = { ...STYLE, format: 'custom-columns', argument: 'N:.name' } as const
    expect((await render({ ...REPORT, rows }, SHOW, style)).data.length).toBeGreaterThan(600_000)
  })
})

describe('--sort-by', () => {
  const sorted = async (by: string, format: Format = 'name', argument = '') => {
    const rendered = await lines(format, argument, { sort: parseSort(by, format, FORMATS.slice(0, 2)), headers: false })
    return rendered.map((line) => line.replace(/ {2,}.*/, ''))
  }

  it.each([
    ['.name', ['a, b', 'node-9', 'node-10']],
    ['name', ['a, b', 'node-9', 'node-10']],
    ['{.size}', ['node-10', 'a, b', 'node-9']],
    ['.state', ['node-9', 'a, b', 'node-10']],
    ['.age', ['node-9', 'node-10', 'a, b']],
    ['.nothing', ['node-10', 'node-9', 'a, b']],
  ])('%s: numbers by value, text in natural order, states worst first, missing values last', async (by, names) => {
    expect(await sorted(by)).toEqual(names)
    expect((await sorted(by, 'jsonl')).slice(0, 3).map((line) => JSON.parse(line).row.name)).toEqual(names)
    expect(JSON.parse((await draw('json', '', { sort: parseSort(by, 'json', []) })).data).rows).toMatchObject(
      names.map((name) => ({ name })),
    )
  })

  it.each([
    ['NAME', ['a, b', 'node-9', 'node-10']],
    ['big size', ['node-10', 'a, b', 'node-9']],
    ['Big-Size', ['node-10', 'a, b', 'node-9']],
    ['state', ['node-9', 'a, b', 'node-10']],
    ['AGE', ['node-9', 'node-10', 'a, b']],
    ['.size', ['node-10', 'a, b', 'node-9']],
  ])('%s of a table: by its title or a path', async (by, names) => {
    expect(await sorted(by, 'table')).toEqual(names)
  })

  it('sorts custom columns by their titles too', async () => {
    expect(await sorted('old', 'custom-columns', 'N:.name,OLD:.age')).toEqual(['node-9', 'node-10', 'a, b'])
    expect(await sorted('.age', 'custom-columns', 'N:.name')).toEqual(['node-9', 'node-10', 'a, b'])
  })

  it('an unknown column is an error with the available ones', async () => {
    await expect(sorted('NAEM', 'table')).rejects.toMatchObject({
      code: 'USAGE',
      message: 'unknown column "NAEM" in --sort-by',
      hints: ['did you mean: NAME?', 'columns: NAME, STATE, BIG SIZE, AGE', 'or a JSONPath of a row, such as .name'],
    })
  })

  it.each(['tree', 'dot', 'mermaid', 'junit'] as const)('%s keeps its own order', (format) => {
    expect(() => parseSort('.name', format, FORMATS)).toThrow('--sort-by is not supported with')
  })

  it('the wide format of a tree keeps its order too, but its rows can be sorted', () => {
    expect(() => parseSort('NAME', 'wide', ['tree', 'wide', 'jsonl'])).toThrow('--sort-by is not supported with')
    expect(parseSort('.name', 'jsonl', ['tree', 'wide', 'jsonl'])).toHaveProperty('path')
  })
})

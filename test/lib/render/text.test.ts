// SPDX-License-Identifier: Apache-2.0
import stringWidth from 'fast-string-width'
import { describe, expect, it } from 'vitest'
import type { View } from '../../../src/lib/model/report/view.ts'
import type { Style } from '../../../src/lib/render/index.ts'
import { drawText } from '../../../src/lib/render/text.ts'

const STYLE: Style = { format: 'table', headers: true, ascii: false, color: false, columns: undefined }

const table: View = {
  blocks: [
    {
      type: 'table',
      columns: [{ title: 'NAME' }, { title: 'STATE', flexible: true }, { title: 'MORE', wide: true }],
      rows: [
        [{ text: 'a' }, { text: 'good', tone: 'good' }, { text: 'm' }],
        [{ text: '日本' }, { text: 'two\nlines\there' }, { text: '' }],
        [{ text: 'last' }, { text: '' }, { text: '' }],
      ],
    },
  ],
}

const draw = async (style: Partial<Style> = {}, view = table) => (await drawText(view, { ...STYLE, ...style })).data

describe('tables', () => {
  it('align columns by display width, without trailing blanks and with one-line cells', async () => {
    expect(await draw()).toBe('NAME  STATE\na     good\n日本  two lines here\nlast\n')
  })

  it('show wide columns with -o wide only', async () => {
    expect(await draw({ format: 'wide' })).toContain('NAME  STATE           MORE\na     good            m\n')
  })

  it('headers can be left out', async () => {
    expect(await draw({ headers: false })).toMatch(/^a /)
  })

  const LONG = 'WaitingForDatabase: MariaDB "openstack-db" in namespace "openstack" is not ready'
  const narrow = (cells: readonly (readonly string[])[], flexible = true): View => ({
    blocks: [
      {
        type: 'table',
        columns: [{ title: 'NAME' }, { title: 'STATE' }, { title: 'AGE', drop: 1 }, { title: 'REASON', flexible }],
        rows: cells.map((row) => row.map((text) => ({ text }))),
      },
    ],
  })

  it('print text that does not fit its column below its row, completely', async () => {
    const view = narrow([
      ['nova', 'waiting', '3d', LONG],
      ['glance', 'healthy', '3d', ''],
    ])
    expect(await draw({ columns: 40 }, view)).toBe(
      [
        // without a second header line
        'NAME    STATE',
        'nova    waiting',
        '  WaitingForDatabase: MariaDB',
        '  "openstack-db" in namespace',
        '  "openstack" is not ready',
        'glance  healthy',
        '',
      ].join('\n'),
    )
    expect(await draw({}, view)).toContain(`nova    waiting  3d   ${LONG}\n`)
  })

  it('print a name that is too long on its own line, and keep the other columns', async () => {
    const view = narrow([
      ['ControlPlane openstack-customer-a-prod-x7k2p/plane', 'failed', '3d', 'Refused'],
      ['nova', 'healthy', '3d', ''],
    ])
    expect(await draw({ columns: 40, headers: false }, view)).toBe(
      [
        'ControlPlane',
        '  openstack-customer-a-prod-x7k2p/plane',
        '  failed  Refused',
        'nova                             healthy',
        '',
      ].join('\n'),
    )
  })

  it('keep text in its column where most of it fits', async () => {
    const rows = ['on', 'on', 'on', LONG].map((reason) => ['nova', 'healthy', '3d', reason])
    const text = await draw({ columns: 44 }, narrow(rows))
    expect(text.match(/^nova {2}healthy {2}3d {3}on$/gm)).toHaveLength(3)
    expect(text).toContain('nova  healthy  3d\n  WaitingForDatabase')
  })

  it('a message of many lines does not hide the rows above it', async () => {
    const text = await draw({ columns: 40 }, narrow([['nova', 'failed', '3d', `${LONG} `.repeat(9).trim()]]))
    expect(text.split('\n')).toHaveLength(7)
    expect(text).toMatch(/…\n$/)
  })

  it('branches continue beside text below a row', async () => {
    const cells = (name: string) => [{ text: name }, { text: LONG }]
    const tree: View = {
      blocks: [
        {
          type: 'tree',
          columns: [{ title: 'OBJECT' }, { title: 'REASON', flexible: true }],
          roots: [
            {
              cells: cells('root'),
              children: [
                { cells: cells('first'), children: [] },
                { cells: cells('last'), children: [] },
              ],
            },
          ],
        },
      ],
    }
    const lines = (await draw({ columns: 60 }, tree)).split('\n').slice(1)
    expect(lines.map((line) => line.slice(0, 9))).toEqual([
      'root',
      '│  Waitin',
      '│  "opens',
      '├─ first',
      '│     Wai',
      '│     nam',
      '└─ last',
      '      Wai',
      '      nam',
      '',
    ])
  })

  it('no line is longer than the terminal, and no character is split', async () => {
    const family = '👨‍👩‍👧‍👦'
    const view = narrow([
      [`${'x'.repeat(18)}${family}${'y'.repeat(80)}`, 'failed', '3d', `日本${'z'.repeat(70)} ${LONG}`],
    ])
    for (const columns of [20, 33, 60, 79]) {
      const text = await draw({ columns }, view)
      expect(text).toContain(family)
      for (const line of text.split('\n')) expect(stringWidth(line), line).toBeLessThanOrEqual(columns)
    }
  })

  it('lines are wrapped too, with an indent', async () => {
    const view: View = { blocks: [{ type: 'lines', lines: [{ text: '  first blocker: MariaDB openstack/db' }] }] }
    expect(await draw({ columns: 20 }, view)).toBe('  first blocker:\n    MariaDB\n    openstack/db\n')
    expect(await draw({ columns: 1 }, view)).toContain('blocker:\n')
  })

  it('a line stays one line, so that a cluster cannot forge one', async () => {
    const forged: View = { blocks: [{ type: 'lines', lines: [{ text: 'says a\n\tb' }] }] }
    expect(await draw({}, forged)).toBe('says a b\n')
  })

  it('colour applies to the text only', async () => {
    const escape_ = String.fromCharCode(27)
    expect(await draw({ color: true })).toContain(`${escape_}[32mgood${escape_}[39m\n`)
  })
})

it('notes go to stderr', async () => {
  const rendered = await drawText({ blocks: [], notes: [{ text: 'note: a\nb' }] }, STYLE)
  expect(rendered).toEqual({ data: '', notes: 'note: a b\n' })
})

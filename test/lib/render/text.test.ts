// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import type { View } from '../../../src/lib/model/view.ts'
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
  it('columns align by what a terminal shows, no line ends in blanks, cells are one line', async () => {
    expect(await draw()).toBe('NAME  STATE\na     good\n日本  two lines here\nlast\n')
  })

  it('wide columns are for -o wide', async () => {
    expect(await draw({ format: 'wide' })).toContain('NAME  STATE           MORE\na     good            m\n')
  })

  it('headers can be left out', async () => {
    expect(await draw({ headers: false })).toMatch(/^a /)
  })

  it('a cell that does not fit ends in an ellipsis, and never in half a character', async () => {
    const family = '👨‍👩‍👧‍👦'
    const view: View = {
      blocks: [
        {
          type: 'table',
          columns: [{ title: 'N', flexible: true }],
          rows: [[{ text: `${'x'.repeat(8)}${family}${'y'.repeat(80)}` }]],
        },
      ],
    }
    expect(await draw({ columns: 10 }, view)).toBe(`N\n${'x'.repeat(8)}…\n`)
  })

  it('lines are cut to the terminal too', async () => {
    const view: View = { blocks: [{ type: 'lines', lines: [{ text: 'abcdefghij' }] }] }
    expect(await draw({ columns: 5 }, view)).toBe('abcd…\n')
    expect(await draw({ columns: 1 }, view)).toBe('…\n')
  })

  it('a line stays one line, so that no cluster can write one of ours', async () => {
    const forged: View = { blocks: [{ type: 'lines', lines: [{ text: 'says a\n\tb' }] }] }
    expect(await draw({}, forged)).toBe('says a b\n')
  })

  it('colour wraps the words and nothing else', async () => {
    const escape_ = String.fromCharCode(27)
    expect(await draw({ color: true })).toContain(`${escape_}[32mgood${escape_}[39m\n`)
  })
})

it('notes are for stderr', async () => {
  const drawn = await drawText({ blocks: [], notes: [{ text: 'note: a\nb' }] }, STYLE)
  expect(drawn).toEqual({ data: '', notes: 'note: a b\n' })
})

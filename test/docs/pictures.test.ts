// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PICTURES } from '../../scripts/picture/pictures.ts'
import { linesOf } from '../../scripts/picture/screen.ts'
import { svgOf } from '../../scripts/picture/svg.ts'
import '../harness/demos.ts'
import { ROOT, runCli, words } from '../harness/run-cli.ts'

it.each(PICTURES)(
  '$file shows the current output of the tool (update it with npm run picture)',
  { timeout: 300_000 },
  async (picture) => {
    const recorded = []
    for (const line of picture.lines) {
      const { stdout } = await runCli(words(line), { tty: true, columns: picture.columns })
      recorded.push({ typed: `kubectl c5c3 ${line}`, bytes: stdout })
    }
    const svg = svgOf(picture.title, picture.columns, recorded)
    expect(svg).toContain('class="red"')
    // Compared as a whole: a diff of two pictures is unreadable.
    expect(svg === readFileSync(join(ROOT, picture.file), 'utf8'), `${picture.file} is stale: npm run picture`).toBe(
      true,
    )
  },
)

it('a screen contains no erased progress messages', () => {
  expect(linesOf('\r\x1b[Kwaiting\r\x1b[Ka \x1b[31mred\x1b[39m\x1b[2mdim\x1b[22m\r\n\r\nend\r\n')).toEqual([
    [
      { text: 'a ', look: '' },
      { text: 'red', look: 'red' },
      { text: 'dim', look: 'dim' },
    ],
    [],
    [{ text: 'end', look: '' }],
  ])
})

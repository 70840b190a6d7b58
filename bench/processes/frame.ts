// SPDX-License-Identifier: Apache-2.0
// One screen with many rows on a fake terminal: the time from a key to the written frame.
import { PassThrough } from 'node:stream'
import { showScreen, type TerminalEnds } from '../../src/lib/render/tui/index.ts'
import type { ScreenPage, TuiScreen } from '../../src/lib/render/tui/screen.ts'

const [rows = 2000, frames = 200] = process.argv.slice(2).map(Number)
/** A window of 48 rows plus header and borders. */
const SIZE = { columns: 160, rows: 54 }

const view = {
  blocks: [
    {
      type: 'table' as const,
      columns: [{ title: 'NODE' }, { title: 'STATE' }, { title: 'CLUSTER' }, { title: 'WHY', flexible: true }],
      rows: Array.from({ length: rows }, (_, i) => [
        { text: `hv-a-${i}`, about: `Node/hv-a-${i}@hypervisor/hv-pool-a` },
        i % 7 === 0 ? { text: '✖ failed', tone: 'bad' as const } : { text: '✔ healthy', tone: 'good' as const },
        { text: 'hypervisor/hv-pool-a' },
        { text: `the ${i}th of them says a sentence of some length, as people do` },
      ]),
    },
  ],
}
const details = (about: string) => ({ blocks: [{ type: 'lines' as const, lines: [{ text: about }] }] })
const page: ScreenPage = {
  title: 'Hypervisors',
  view,
  command: 'kubectl c5c3 hypervisors',
  form: 'rows',
  enter: 'details',
}
const screen: TuiScreen = { badges: [], time: '12:00:00Z', page: () => page, details, names: () => [] }

let written = () => {}
const stdout = Object.assign(new PassThrough(), SIZE, { isTTY: true })
stdout.on('data', () => written())
const stdin = Object.assign(new PassThrough(), {
  isTTY: true,
  setRawMode: () => stdin,
  ref: () => stdin,
  unref: () => stdin,
})
const ends = { stdin, stdout, stop: async () => {}, onStop: () => () => {} } as unknown as TerminalEnds
const end = new AbortController()
const source = { get: () => screen, subscribe: () => () => {} }
const look = { color: true, ascii: false }
const over = showScreen({ source, start: { view: 'hypervisors' }, look }, ends, end.signal)
await new Promise((resolve) => setTimeout(resolve, 500))

const times: number[] = []
for (let i = 0; i < frames; i++) {
  const begun = performance.now()
  // Whole pages, so that every row of the window changes.
  const frameWritten = new Promise<void>((resolve) => {
    written = resolve
  })
  stdin.write(i % 40 < 20 ? '\u001b[6~' : '\u001b[5~')
  await frameWritten
  times.push(performance.now() - begun)
  // Frames are at least 1/30 s apart; that pause is no work.
  await new Promise((resolve) => setTimeout(resolve, 50))
}
end.abort()
await over
process.send?.(times)

// SPDX-License-Identifier: Apache-2.0
// The terminal UI always ends with a message and a restored terminal.
import { expect, it } from 'vitest'
import { runCli, words } from '../harness/run-cli.ts'
import { onScreen } from '../harness/screen.ts'

it.each([
  ['tui --demo healthy', 'kubectl c5c3 tree --demo healthy'],
  ['tui problems --demo healthy --ascii --region eu-de-1', 'kubectl c5c3 check --demo healthy --region eu-de-1'],
])('%s without a terminal names the command that prints the same', async (line, command) => {
  const { stdout, stderr, code } = await runCli(words(line))
  expect([stdout, code]).toEqual(['', 2])
  expect(stderr).toContain('tui requires a terminal')
  expect(stderr).toContain(command)
})

it('an unknown view is a usage error that names the closest one', async () => {
  const { stderr, code } = await runCli(words('tui problms --demo healthy'))
  expect(code).toBe(2)
  expect(stderr).toContain('unknown view "problms"')
  expect(stderr).toContain('problems')
})

const CRASH = `
  import { installSignalHandlers } from './src/lib/cli/process/signals.ts'
  import { processTerminal } from './src/lib/cli/process/terminal.ts'
  import { showScreen } from './src/lib/render/tui/index.ts'
  const { signal } = installSignalHandlers()
  const view = { blocks: [{ type: 'lines', lines: [{ text: 'all is well' }] }] }
  const page = { title: 'Tree', view, command: 'kubectl c5c3 tree', form: 'rows', enter: 'details' }
  const screen = { badges: [], time: '', page: () => page, details: () => view, names: () => [] }
  process.on('SIGUSR2', () => { setImmediate(() => { throw new Error('a bug') }) })
  const source = { get: () => screen, subscribe: () => () => {} }
  await showScreen({ source, start: { view: 'tree' }, look: { color: false, ascii: false } }, processTerminal, signal)
`

it('after a bug the terminal is restored, with a message', { timeout: 120_000 }, async () => {
  const screen = await onScreen([], { columns: 80, rows: 24, script: CRASH })
  await screen.until('all is well')
  expect(screen.isFull()).toBe(true)
  screen.signal('SIGUSR2')
  expect(await screen.exited).toBe(70)
  expect(screen.isFull()).toBe(false)
  expect(screen.text()).toContain('internal error')
  expect(screen.text()).not.toContain('all is well')
})

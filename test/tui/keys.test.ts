// SPDX-License-Identifier: Apache-2.0
// One session in the terminal UI: every key, unusual sizes, suspend and quit.
import { expect, it } from 'vitest'
import { KEYS, onScreen, type Shown } from '../harness/screen.ts'

const SMALL = { columns: 120, rows: 24, env: { C5C3_DEMO_TEMPO: 'stepped' } } as const

/** The last line: keys, input, or a message. */
const last = (screen: Shown) => screen.lines().at(-1) ?? ''
const selected = (screen: Shown) =>
  screen
    .marked()
    .split('\n')
    .find((line) => line.startsWith('> ')) ?? ''

it('every key works as its help says', { timeout: 120_000 }, async () => {
  const screen = await onScreen(['tui', '--demo', 'database-down'], SMALL)
  const press = async (keys: string, is: string | RegExp | (() => boolean)) => {
    screen.keys(keys)
    await screen.until(is).catch((error: Error) => {
      throw new Error(`after ${JSON.stringify(keys)}: ${error.message}`)
    })
  }
  await screen.until('Tree of all clusters')
  const first = screen.marked()

  // Rows.
  await press('jjjj', () => selected(screen).includes('MariaDB'))
  await press(KEYS.up, () => selected(screen).includes('ControlPlane'))
  await press(' ', () => selected(screen).includes('├▸ ControlPlane'))
  await press('l', () => !screen.text().includes('├▸ ControlPlane'))
  await press('h', () => selected(screen).includes('├▸ ControlPlane'))
  await press('h', () => selected(screen).includes('Object customer-a-prod'))
  await press('G', () => selected(screen).includes('us-east-1'))
  await press(KEYS.pageUp, () => !selected(screen).includes('us-east-1'))
  await press('g', () => selected(screen).includes('OpenStackCluster'))
  await press(KEYS.pageDown, () => selected(screen).includes('finance-prod'))

  // One object.
  await press('/', () => last(screen).startsWith('/_'))
  await press('mariadb galera', () => last(screen).startsWith('/mariadb galera_') && selected(screen) !== '')
  await press(KEYS.enter, /\/mariadb/)
  await press('?', 'this page')
  await press(KEYS.esc, 'Tree of all clusters')
  await press('G', () => selected(screen).includes('MariaDB'))
  await press('w', 'has been failed for 31m')
  expect(screen.text()).toContain('$ kubectl c5c3 why MariaDB/')
  await press('y', 'YAML of MariaDB')
  expect(screen.text()).toContain('kind: MariaDB')
  await press('e', 'Events of it')
  await press('d', 'Details')
  await press(KEYS.esc, 'Tree of all clusters')
  await press('t', 'Tree of MariaDB/')
  await press('r', 'What stands on MariaDB/')
  expect(screen.text()).toContain('--reverse')
  await press('r', 'Tree of MariaDB/')
  await press(KEYS.esc, 'Tree of all clusters')
  await press(KEYS.esc, () => !screen.text().includes('/mariadb'))
  await press('p', 'only problems')
  expect(screen.text()).toContain('--only-problems')
  await press('p', () => !screen.text().includes('only problems'))

  // Other views.
  await press(KEYS.tab, 'Problems, causes first')
  await press(KEYS.enter, 'has been failed for 31m')
  await press(KEYS.esc, 'Problems, causes first')
  await press(':', () => last(screen).startsWith(':_'))
  await press('gito', () => last(screen).startsWith(':gito_'))
  await press(KEYS.tab, () => last(screen).startsWith(':gitops_'))
  await press(KEYS.enter, 'GitOps, in the order')
  await press(':', () => last(screen).startsWith(':_'))
  await press('nowhere', () => last(screen).includes('nothing is called so'))
  await press(KEYS.enter, () => last(screen).startsWith('there is no view or object "nowhere": views are tree,'))
  await press(':', () => last(screen).startsWith(':_'))
  await press('MariaDB/openstack/o', () => last(screen).includes('MariaDB/openstack/openstack-db@'))
  await press(`${KEYS.tab}${KEYS.enter}`, 'Details')
  expect(screen.text()).toContain('MariaDB openstack/openstack-db @control-plane/us-east-1')
  await press('x', () => last(screen).includes('no key "x": ? lists the keys'))
  await press('?', 'this page')
  expect(screen.lines()[2]).toMatch(/^Keys .* lines 1-19 of \d+$/)
  expect(screen.text()).not.toContain('Ctrl-Z')
  await press('G', 'Ctrl-Z')
  await press('g', 'this page')
  await press(KEYS.esc, 'Details')
  await press('c', () => last(screen).startsWith('copied: kubectl '))
  const copied = screen.bytes().split('\u001b]52;c;').at(-1)?.split('\u0007')[0] ?? ''
  expect(Buffer.from(copied, 'base64').toString()).toMatch(/^kubectl .*describe/)
  await press('5', 'Secrets, hop by hop')
  await press('y', 'YAML of Secret')
  await press('G', 'fingerprints of this run')
  // No command prints a secret, and only commands for existing parts are shown.
  expect(screen.text()).toMatch(/\$ kubectl c5c3 kubectl @\S+ -- -n \S+ describe secret /)
  expect(screen.text()).toMatch(/sealed:[0-9a-f]{8}/)
  expect(screen.text()).not.toContain('facts:')
  await press('1', 'Tree of all clusters')

  // A terminal of any size, and back.
  for (let i = 0; i < 40; i++) screen.resize(1 + ((i * 37) % 170), 1 + ((i * 23) % 70))
  screen.resize(30, 6)
  await screen.until('30x6 is too small')
  screen.resize(60, 14)
  await screen.until((text) => text.includes('Tree of all') && text.includes('$ kubectl c5c3 tree'))
  screen.resize(120, 24)
  await screen.until(() => screen.lines().at(-1)?.startsWith('? help') === true && screen.text().includes('STATE'))
  await press(' ', () => selected(screen).includes('▸ OpenStackCluster'))
  await press('2', 'Problems, causes first')
  await press('1', 'Tree of all clusters')
  expect(screen.marked().split('\n').slice(0, 2)).toEqual(first.split('\n').slice(0, 2))

  // The terminal is released and taken back: a session leader could not be continued, so it is not stopped.
  const before = screen.bytes().length
  screen.signal('SIGTSTP')
  await screen.until(() => {
    const since = screen.bytes().slice(before)
    return since.includes('\u001b[?1049l') && since.lastIndexOf('\u001b[?1049h') > since.indexOf('\u001b[?1049l')
  })
  await screen.until('Tree of all clusters')
  expect(screen.isFull()).toBe(true)

  screen.signal('SIGTERM')
  expect(await screen.exited).toBe(143)
  expect(screen.isFull()).toBe(false)
  expect(screen.bytes().lastIndexOf('\u001b[?25h')).toBeGreaterThan(screen.bytes().lastIndexOf('\u001b[?25l'))
})

// SPDX-License-Identifier: Apache-2.0
// A watch on a real terminal: redrawn in place, and the terminal is restored, however it ends.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Shop, startShop, WEB } from '../harness/fleet-with-clock.ts'
import { stable } from '../harness/golden.ts'
import { ROOT, words } from '../harness/run-cli.ts'
import { onScreen, type Shown } from '../harness/screen.ts'
import { spawnShell } from '../harness/spawn-cli.ts'

let fleet: Shop
let home: string

beforeAll(async () => {
  fleet = await startShop()
  home = fleet.home
})

afterAll(() => fleet.close())

const ready = (replicas: number) => fleet.send('PATCH', `${WEB}/status`, { status: { readyReplicas: replicas } })

const watch = (line: string, size = { columns: 100, rows: 12 }) =>
  onScreen(words(line), { ...size, env: { HOME: home, NO_COLOR: '1' } })

/** Replaces what depends on the time of the test. */
const timeless = (text: string) =>
  stable(text, home)
    .replace(/\d\d:\d\d:\d\dZ/g, 'HH:MM:SSZ')
    .replace(/\b\d+[smhd]\b/g, '1d')
    .replace(/[ ]+$/gm, '')

const expectScreen = (name: string, text: string) =>
  expect(timeless(`${text}\n`)).toMatchFileSnapshot(join(ROOT, 'test', 'golden', 'watch', `${name}.txt`))

/** The terminal after the exit: the last cursor sequence shows it. */
const [SHOW, HIDE] = ['\u001b[?25h', '\u001b[?25l']
const cursorShown = (shown: Shown) => shown.bytes().lastIndexOf(SHOW) > shown.bytes().lastIndexOf(HIDE)

describe('a watch on a terminal', () => {
  it('is redrawn in windows of any size, and leaves the last frame', async () => {
    await ready(1)
    const shown = await watch('tree deployment/web -w')
    await shown.until(/healthy · exit 0/)
    await expectScreen('screen-first', shown.text())
    await ready(0)
    await expectScreen('screen-changed', await shown.until(/failed · exit 1/))
    shown.resize(40, 6)
    const small = await shown.until((text) => text.includes('more lines') && text.includes('Ctrl-C'))
    await expectScreen('screen-small', small)
    shown.resize(100, 12)
    await shown.until(/failed · exit 1/)
    await ready(1)
    await shown.until(/healthy · exit 0/)
    shown.keys('\u0003')
    expect(await shown.exited).toBe(130)
    expect(cursorShown(shown)).toBe(true)
    expect(shown.isFull()).toBe(false)
    expect(shown.text()).toContain('healthy · exit 0')
    // Nothing was drawn twice: one header, one last line.
    expect(shown.text().match(/OBJECT/g)).toHaveLength(1)
  })

  it.each(['SIGTERM', 'SIGHUP'])('shows the cursor again after %s', async (signal) => {
    const shown = await watch('tree deployment/web -w')
    await shown.until(/exit \d/)
    shown.kill(signal)
    await shown.exited
    expect(cursorShown(shown)).toBe(true)
  })

  it('shows the cursor while it is suspended, and redraws when it continues', async () => {
    await ready(1)
    const shown = await watch('tree deployment/web -w')
    await shown.until(/exit 0/)
    process.kill(shown.pid, 'SIGTSTP')
    // A session leader could not be continued, so it is not stopped: the test sees only the restored terminal.
    await shown.until(() => shown.bytes().includes(SHOW) && !cursorShown(shown))
    process.kill(shown.pid, 'SIGCONT')
    await ready(0)
    await shown.until(/failed · exit 1/)
    shown.keys('\u0003')
    expect(await shown.exited).toBe(130)
    expect(cursorShown(shown)).toBe(true)
  })

  it('prints the complete last frame at the end, however small the window', async () => {
    await ready(1)
    const shown = await watch('tree deployment/web --until healthy', { columns: 60, rows: 4 })
    expect(await shown.exited).toBe(0)
    expect(shown.bytes()).toContain('healthy · exit 0')
    expect(cursorShown(shown)).toBe(true)
  })
})

describe('a watch into a pipe', () => {
  it('ends with the next change once the reader has closed it', async () => {
    const ended = spawnShell('"$@" | head -1; echo done', words('tree deployment/web -w'), { home })
    let replicas = 0
    const changing = setInterval(() => void ready(replicas++ % 2), 300)
    const ran = await ended.finally(() => clearInterval(changing))
    expect({ signal: ran.signal, stderr: String(ran.stderr) }).toEqual({ signal: null, stderr: '' })
    expect(String(ran.stdout)).toMatch(/^OBJECT.*\ndone\n$/)
  })
})

// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { journalFile, openJournal } from '../../src/lib/writes/journal.ts'
import { runCli } from '../harness/run-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'

const FILE = '.local/state/c5c3/journal.jsonl'
const ENTRY = {
  at: '2026-11-18T10:00:00.000Z',
  run: '0a1b2c3d',
  command: 'ceph-secrets sync',
  user: 'jane',
  cluster: 'control-plane/eu',
  clusterUid: '11111111-2222-3333-4444-555555555555',
  object: 'Secret openstack/ceph-client-nova',
  action: 'create',
  outcome: 'written',
}
const HOSTILE = '\u001b[2J\u001b]0;owned\u0007\u202Eevil\u200b\u2028\nSecret all/healthy'
const RAW = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

const journalOf = (...entries: readonly unknown[]) =>
  tempFolder({ [FILE]: entries.map((entry) => `${JSON.stringify(entry)}\n`).join('') })

/** The entry with a hostile string appended to every text. */
const poisoned = {
  ...Object.fromEntries(Object.entries(ENTRY).map(([key, text]) => [key, key === 'at' ? text : text + HOSTILE])),
  profile: HOSTILE,
  resourceVersion: HOSTILE,
  reasons: [HOSTILE],
  undo: { text: HOSTILE, command: HOSTILE },
  [HOSTILE]: HOSTILE,
}

describe('journal', () => {
  it.each(['text', 'wide', 'json', 'yaml', 'name', 'jsonpath={.entries}', 'custom-columns=O:.object,U:.undo.command'])(
    'prints no control character of its file with -o %s',
    async (format) => {
      const args = format === 'text' ? ['journal'] : ['journal', '-o', format]
      const { code, stdout, stderr } = await runCli(args, {
        home: journalOf(poisoned),
        tty: true,
        columns: 400,
        env: { NO_COLOR: '1' },
      })
      expect(code, stderr).toBe(0)
      expect(stdout).toContain('Secret openstack/ceph-client-nova')
      expect(`${stdout}${stderr}`).not.toMatch(RAW)
      expect(stdout).not.toMatch(/^Secret all\/healthy/m)
    },
  )

  it.each([
    { at: 'yesterday' },
    { undo: 'text' },
    { undo: { text: 5 } },
    { undo: { text: '', command: {} } },
    { resourceVersion: { a: 1 } },
    { reasons: 'text' },
    { reasons: [null] },
  ])('counts an entry of another format as unreadable: %j', async (change) => {
    const home = journalOf(ENTRY, { ...ENTRY, run: 'ffffffff', ...change })
    const { code, stdout, stderr } = await runCli(['journal', '-o', 'wide'], { home })
    expect(code, stderr).toBe(0)
    expect(stdout).toContain('0a1b2c3d')
    expect(stdout).not.toContain('ffffffff')
    expect(stderr + stdout).toContain('1 line of it could not be read')
  })

  it('is not read through a symlink, neither of the file nor of its folder', async () => {
    const elsewhere = journalOf(ENTRY)
    for (const [parent, link] of [
      ['.local/state', '.local/state/c5c3'],
      ['.local/state/c5c3', FILE],
    ] as const) {
      const home = tempFolder()
      mkdirSync(join(home, parent), { recursive: true })
      symlinkSync(join(elsewhere, link), join(home, link))
      const { code, stdout, stderr } = await runCli(['journal'], { home })
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toContain('is a symbolic link')
    }
  })

  it('ignores a relative XDG_STATE_HOME, which a checkout could provide', async () => {
    const cwd = journalOf(ENTRY)
    const { stdout } = await runCli(['journal'], { cwd, env: { XDG_STATE_HOME: '.local/state' } })
    expect(stdout).toBe('nothing has been written from here\n')
    expect(journalFile({ env: { XDG_STATE_HOME: '.local/state' }, home: '/home/jane' })).toBe(`/home/jane/${FILE}`)
  })

  it('is not written through a symlinked folder', async () => {
    const [home, elsewhere] = [tempFolder(), tempFolder()]
    mkdirSync(join(home, 'state'))
    symlinkSync(elsewhere, join(home, 'state', 'c5c3'))
    const io = { env: { XDG_STATE_HOME: join(home, 'state') }, home, now: () => 0 }
    const opening = openJournal(io, { command: 'ceph-secrets sync' })
    await expect(opening).rejects.toMatchObject({ exit: 'io', message: expect.stringContaining('is a symbolic link') })
  })
})

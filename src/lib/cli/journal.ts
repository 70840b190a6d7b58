// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { C5c3Error } from '../model/errors.ts'
import type { JournalEntry } from '../model/journal.ts'
import type { Io } from './io.ts'

/** Where the journal is kept. */
export function journalFile({ env, home }: Pick<Io, 'env' | 'home'>): string {
  return join(env['XDG_STATE_HOME'] || join(home, '.local', 'state'), 'c5c3', 'journal.jsonl')
}

export type Written = Omit<JournalEntry, 'at' | 'run' | 'command' | 'profile'>

/** One run's part of the journal. */
export interface Journal {
  /** Adds one line; a whole one or none. */
  add(entry: Written): Promise<void>
  close(): Promise<void>
}

/** Opens the journal before anything is written: what cannot be noted is not done. Throws OUTPUT, exit 74. */
export async function openJournal(io: Io, about: Pick<JournalEntry, 'command' | 'profile'>): Promise<Journal> {
  const file = journalFile(io)
  const run = randomBytes(4).toString('hex')
  const handle = await guarded(file, async () => {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const flags = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | constants.O_NOFOLLOW
    const opened = await open(file, flags, 0o600)
    await opened.chmod(0o600)
    return opened
  })
  return {
    add: (entry) =>
      guarded(file, () => append(handle, { at: new Date(io.now()).toISOString(), run, ...about, ...entry })),
    close: () => handle.close(),
  }
}

async function append(handle: FileHandle, entry: JournalEntry): Promise<void> {
  // one write of one line: two runs at once do not mix theirs
  await handle.write(`${JSON.stringify(entry)}\n`)
}

/** A demo is nobody's cluster. */
export const noJournal: Journal = { add: async () => {}, close: async () => {} }

async function guarded<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code = 'error' } = error as NodeJS.ErrnoException
    const full = code === 'ENOSPC' || code === 'EDQUOT'
    throw new C5c3Error(
      'OUTPUT',
      'io',
      `cannot write the journal ${file}: ${full ? 'no space left on device' : code}`,
      ['XDG_STATE_HOME names another place for it'],
    )
  }
}

/** All entries, the last word on each object of each run; oldest first. */
export async function readJournal(io: Io): Promise<{ entries: readonly JournalEntry[]; unreadable: number }> {
  const lines = (await textOf(journalFile(io))).split('\n').filter((line) => line !== '')
  const parsed = lines.map(entryOf)
  const last = new Map<string, JournalEntry>()
  for (const entry of parsed) {
    if (!entry) continue
    const key = `${entry.run} ${entry.cluster} ${entry.object}`
    // in the order in which they were begun
    last.set(key, entry)
  }
  return { entries: [...last.values()], unreadable: parsed.filter((entry) => entry === undefined).length }
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return ''
    throw new C5c3Error('BAD_CONFIG', 'usage', `cannot read the journal ${file}: ${code}`)
  }
}

const TEXTS = ['at', 'run', 'command', 'user', 'cluster', 'clusterUid', 'object', 'action', 'outcome'] as const

function entryOf(line: string): JournalEntry | undefined {
  try {
    const value: unknown = JSON.parse(line)
    const fits =
      typeof value === 'object' &&
      value !== null &&
      TEXTS.every((key) => typeof (value as Record<string, unknown>)[key] === 'string')
    return fits ? (value as JournalEntry) : undefined
  } catch {
    return undefined
  }
}

// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import type { Io } from '../io/io.ts'
import { C5c3Error } from '../model/report/errors.ts'
import type { JournalEntry } from '../model/report/journal.ts'
import { safeLine } from '../model/text/sanitize.ts'
import { parseJournalEntry } from './journal-entry.ts'

export function journalFile({ env, home }: Pick<Io, 'env' | 'home'>): string {
  const state = env['XDG_STATE_HOME'] ?? ''
  // The XDG specification says to ignore relative paths.
  return join(isAbsolute(state) ? state : join(home, '.local', 'state'), 'c5c3', 'journal.jsonl')
}

type Written = Omit<JournalEntry, 'at' | 'run' | 'command' | 'profile'>

/** The journal of one run. */
export interface Journal {
  /** Appends one line completely or not at all. */
  add(entry: Written): Promise<void>
  close(): Promise<void>
}

/** Opens the journal before any write: a write that cannot be logged is not made. Throws OUTPUT, exit 74. */
export async function openJournal(
  io: Pick<Io, 'env' | 'home' | 'now'>,
  about: Pick<JournalEntry, 'command' | 'profile'>,
): Promise<Journal> {
  const file = journalFile(io)
  const run = randomBytes(4).toString('hex')
  const handle = await withJournalError(file, async () => {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await refuseLinkedFolder(file)
    const flags = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | constants.O_NOFOLLOW
    const opened = await open(file, flags, 0o600)
    await opened.chmod(0o600)
    return opened
  })
  return {
    add: (entry) =>
      withJournalError(file, () => append(handle, { at: new Date(io.now()).toISOString(), run, ...about, ...entry })),
    close: () => handle.close(),
  }
}

async function append(handle: FileHandle, entry: JournalEntry): Promise<void> {
  // A single write per line: concurrent runs do not interleave.
  await handle.write(`${JSON.stringify(entry)}\n`)
}

/** Writes to a demo are not logged. */
export const noJournal: Journal = { add: async () => {}, close: async () => {} }

async function withJournalError<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new C5c3Error('OUTPUT', 'io', `cannot write the journal ${safeLine(file)}: ${reasonOf(error)}`, [
      'set XDG_STATE_HOME to use another directory',
    ])
  }
}

/** The folder must not be a symbolic link, which could redirect entries to a place that others can read. */
async function refuseLinkedFolder(file: string): Promise<void> {
  const folder = await lstat(dirname(file))
  if (folder.isSymbolicLink()) throw Object.assign(new Error(dirname(file)), { code: 'ELOOP' })
}

function reasonOf(error: unknown): string {
  const { code = 'error' } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'no space left on device'
  // O_NOFOLLOW fails with ELOOP, on FreeBSD with EMLINK.
  return code === 'ELOOP' || code === 'EMLINK' ? 'it or its folder is a symbolic link' : code
}

/** The last entry of each object and run, oldest first. */
export async function readJournal(io: Io): Promise<{ entries: readonly JournalEntry[]; unreadable: number }> {
  const lines = (await textOf(journalFile(io))).split('\n').filter((line) => line !== '')
  const parsed = lines.map(parseJournalEntry)
  const last = new Map<string, JournalEntry>()
  for (const entry of parsed) {
    if (!entry) continue
    const key = `${entry.run} ${entry.cluster} ${entry.object}`
    // A Map keeps the position of the first entry, so results are in the order in which writes began.
    last.set(key, entry)
  }
  return { entries: [...last.values()], unreadable: parsed.filter((entry) => entry === undefined).length }
}

async function textOf(file: string): Promise<string> {
  try {
    await refuseLinkedFolder(file)
    // O_NONBLOCK: a named pipe in its place must not block the command.
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    return await handle.readFile('utf8').finally(() => handle.close())
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return ''
    throw new C5c3Error('BAD_CONFIG', 'usage', `cannot read the journal ${safeLine(file)}: ${reasonOf(error)}`)
  }
}

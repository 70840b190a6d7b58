// SPDX-License-Identifier: Apache-2.0
import { isUtf8 } from 'node:buffer'
import type { Stats } from 'node:fs'
import { open } from 'node:fs/promises'
import { C5c3Error } from '../../model/report/errors.ts'
import { safeLine } from '../../model/text/sanitize.ts'

export interface KubeconfigFile {
  readonly text: string
  readonly warnings: readonly string[]
}

/** Larger than any real kubeconfig, small enough that a wrong path (a device, a log) cannot exhaust the memory. */
const MAX_BYTES = 16 * 1024 * 1024

/** Undefined when the file does not exist; a directory, a symlink loop or an unreadable file is an error. */
export async function readKubeconfigFile(path: string): Promise<KubeconfigFile | undefined> {
  try {
    const handle = await open(path, 'r')
    try {
      const stats = await handle.stat()
      return { text: decode(await readBounded(handle, path), path), warnings: warningsOf(path, stats) }
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (error instanceof C5c3Error) throw error
    const code = codeOf(error)
    if (code === 'ENOENT') return undefined
    throw cannotRead(path, REASONS[code] ?? `cannot be read (${code})`)
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EISDIR: 'is a directory',
  ELOOP: 'is a loop of symbolic links',
  EACCES: 'may not be read by this user',
  EPERM: 'may not be read by this user',
  ENOTDIR: 'has a file where a directory should be in its path',
}

async function readBounded(handle: Awaited<ReturnType<typeof open>>, path: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  let total = 0
  for (;;) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, null)
    if (bytesRead === 0) return Buffer.concat(chunks)
    total += bytesRead
    if (total > MAX_BYTES) throw cannotRead(path, 'is larger than 16 MiB')
    chunks.push(buffer.subarray(0, bytesRead))
  }
}

// PowerShell's > writes UTF-16 with a byte order mark; kubectl accepts it.
function decode(bytes: Buffer, path: string): string {
  if (bytes[0] !== 0xff || bytes[1] !== 0xfe) {
    if (!isUtf8(bytes)) throw cannotRead(path, 'is not UTF-8 text')
    return bytes.toString('utf8').replace(/^\uFEFF/, '')
  }
  try {
    return new TextDecoder('utf-16le', { fatal: true }).decode(bytes)
  } catch {
    throw cannotRead(path, 'is not UTF-8 text')
  }
}

function warningsOf(path: string, stats: Stats): string[] {
  // Windows has no such modes; pipes and /dev/null store no secrets.
  if (process.platform === 'win32' || !stats.isFile()) return []
  const mode = `mode ${(stats.mode & 0o777).toString(8).padStart(4, '0')}`
  const name = safeLine(path)
  const warnings: string[] = []
  if (stats.mode & 0o022) warnings.push(`kubeconfig ${name} is writable by other users (${mode}); run chmod 600`)
  else if (stats.mode & 0o004) warnings.push(`kubeconfig ${name} is world-readable (${mode}); run chmod 600`)
  const ownUid = process.getuid?.()
  if (stats.uid !== ownUid && stats.uid !== 0)
    warnings.push(`kubeconfig ${name} belongs to another user (uid ${stats.uid})`)
  return warnings
}

const cannotRead = (path: string, why: string) =>
  new C5c3Error('BAD_KUBECONFIG', 'usage', `kubeconfig ${safeLine(path)} ${why}`)

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}

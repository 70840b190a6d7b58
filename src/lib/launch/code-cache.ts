// SPDX-License-Identifier: Apache-2.0
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs'
import { encodePack, openPack } from './pack.ts'

export interface CodeCache {
  /** What V8 compiled of a chunk in an earlier run. */
  compiled(name: string): Uint8Array | undefined
  /** Keeps more for the next run. Where nothing can be written, nothing is. */
  keep(fresh: ReadonlyMap<string, Uint8Array>): void
}

const MONTH = 30 * 86_400_000

/** The file of one build on one version of Node; undefined without a home, or when caching is switched off as in Node. */
export function codeCacheFile(env: NodeJS.ProcessEnv, build: string): string | undefined {
  if (env['NODE_DISABLE_COMPILE_CACHE'] === '1') return undefined
  const base = env['XDG_CACHE_HOME'] || env['LOCALAPPDATA'] || (env['HOME'] ? `${env['HOME']}/.cache` : undefined)
  if (base === undefined) return undefined
  return `${base}/kubectl-c5c3/code-${build}-${process.version}-${process.arch}`
}

/**
 * Compiled code between runs. It is code: read only from a file that nobody but us, or root, can have written. Every
 * failure means no cache, never no answer.
 */
export function openCodeCache(file: string | undefined): CodeCache {
  const pack = file === undefined ? undefined : attempt(() => openOwned(file))
  return {
    compiled: (name) => attempt(() => pack?.part(name)),
    keep(fresh) {
      if (file === undefined || fresh.size === 0) return
      attempt(() => {
        const parts = new Map<string, Uint8Array>()
        for (const name of pack?.names ?? []) {
          const part = pack?.part(name)
          if (part !== undefined && !fresh.has(name)) parts.set(name, part)
        }
        for (const [name, part] of fresh) parts.set(name, part)
        write(file, encodePack(parts))
      })
    },
  }
}

function openOwned(file: string) {
  const fd = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  if (!isOurs(fstatSync(fd))) {
    closeSync(fd)
    return undefined
  }
  return openPack((offset, length) => {
    const bytes = Buffer.allocUnsafeSlow(length)
    return bytes.subarray(0, readSync(fd, bytes, 0, length, offset))
  })
}

/** Not for Windows, where a user's own folders are closed to others by inheritance. */
function isOurs({ uid, mode }: Stats): boolean {
  if (process.getuid === undefined) return true
  return (uid === process.getuid() || uid === 0) && (mode & 0o022) === 0
}

function write(file: string, bytes: Uint8Array): void {
  const folder = file.slice(0, file.lastIndexOf('/'))
  // not recursive: on a system that makes no folders and says so oddly (procfs), Node would try for ever
  for (const each of [folder.slice(0, folder.lastIndexOf('/')), folder]) attempt(() => mkdirSync(each, { mode: 0o700 }))
  const found = lstatSync(folder)
  if (!found.isDirectory() || !isOurs(found)) return
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, bytes, { mode: 0o600, flag: 'wx' })
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
  removeOld(folder)
}

/** What other versions left behind. */
function removeOld(folder: string): void {
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith('code-'))) {
    const file = `${folder}/${name}`
    if (Date.now() - lstatSync(file).mtimeMs > MONTH) rmSync(file, { force: true })
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

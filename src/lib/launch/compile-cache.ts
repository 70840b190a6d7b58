// SPDX-License-Identifier: Apache-2.0
// V8 runs entries of the cache without a further check: a process that can write them can replace this tool. Git,
// archives and CI caches restore files with our owner, so the owner alone proves nothing.
import { lstatSync, mkdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { dirname, isAbsolute, join } from 'node:path'

/** Enables Node's compile cache if only the user can have written to its folder. */
export function cacheCompiledCode(env: NodeJS.ProcessEnv): void {
  try {
    const folder = env['CI'] ? undefined : cacheFolder(env)
    if (folder === undefined || isInWorkingDirectory(folder, env['HOME']) || !hasSafeParents(folder)) return
    // Not recursive: below /proc, Node's recursive mkdir never returns.
    for (const each of [dirname(folder), folder]) create(each)
    if (isPrivate(folder)) enableCompileCache(folder)
  } catch {
    // No working directory, or an unreadable folder: run without a cache.
  }
}

/** The XDG specification says to ignore relative paths. */
function cacheFolder({ XDG_CACHE_HOME: cache, HOME: home }: NodeJS.ProcessEnv): string | undefined {
  if (cache && isAbsolute(cache)) return join(cache, 'kubectl-c5c3')
  return home && isAbsolute(home) ? join(home, '.cache', 'kubectl-c5c3') : undefined
}

/** XDG_CACHE_HOME may be $PWD/.cache in an unpacked archive. A working directory above the home is no archive. */
function isInWorkingDirectory(folder: string, home: string | undefined): boolean {
  const contains = (path: string) => `${path}/`.startsWith(join(process.cwd(), '/'))
  return contains(folder) && !(home && contains(home))
}

/** No parent is a symlink, a git work tree, or a folder in which other users can replace ours. */
function hasSafeParents(folder: string): boolean {
  for (let parent = dirname(folder); ; parent = dirname(parent)) {
    const found = lstatSync(parent, { throwIfNoEntry: false })
    if (found !== undefined) {
      const isSticky = (found.mode & 0o1000) !== 0
      const isOwn = found.uid === process.getuid?.() || found.uid === 0
      if (!found.isDirectory() || !isOwn || ((found.mode & 0o022) !== 0 && !isSticky)) return false
      if (lstatSync(join(parent, '.git'), { throwIfNoEntry: false }) !== undefined) return false
    }
    if (parent === dirname(parent)) return true
  }
}

/** A folder (no symlink) of the user with mode 0700. Never true on Windows, which has no such owner and mode. */
function isPrivate(folder: string): boolean {
  const found = lstatSync(folder)
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o777) === 0o700
}

function create(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch {
    // exists already, or cannot be created: isPrivate() decides
  }
}

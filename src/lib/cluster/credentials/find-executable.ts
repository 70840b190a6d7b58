// SPDX-License-Identifier: Apache-2.0
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join, sep } from 'node:path'

/**
 * The absolute path of the program; undefined when there is none. Empty and relative PATH entries are ignored: a
 * program in the current directory may have been planted there.
 */
export async function lookPath(command: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  if (isAbsolute(command)) return firstExecutable([command], env)
  if (command.includes(sep)) return undefined
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter(isAbsolute)
  return firstExecutable(
    folders.map((folder) => join(folder, command)),
    env,
  )
}

async function firstExecutable(candidates: readonly string[], env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const isWindows = process.platform === 'win32'
  // Batch files need a shell, and a shell would interpret the arguments.
  const endings = isWindows
    ? ['', ...(env['PATHEXT'] ?? '.EXE;.COM').split(';').filter((e) => /^\.(exe|com)$/i.test(e))]
    : ['']
  for (const path of candidates.flatMap((candidate) => endings.map((ending) => candidate + ending)))
    if (await isExecutableFile(path)) return path
  return undefined
}

async function isExecutableFile(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}

// SPDX-License-Identifier: Apache-2.0
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join, sep } from 'node:path'

/**
 * The program a command means, as an absolute path; undefined when there is none. Entries of PATH that are empty or
 * relative are passed over: a program in the current directory was planted there, not installed.
 */
export async function lookPath(command: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  if (isAbsolute(command)) return runnable([command], env)
  if (command.includes(sep)) return undefined
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter(isAbsolute)
  return runnable(
    folders.map((folder) => join(folder, command)),
    env,
  )
}

async function runnable(candidates: readonly string[], env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const windows = process.platform === 'win32'
  // Batch files need a shell, and a shell would read the arguments.
  const endings = windows
    ? ['', ...(env['PATHEXT'] ?? '.EXE;.COM').split(';').filter((e) => /^\.(exe|com)$/i.test(e))]
    : ['']
  for (const path of candidates.flatMap((candidate) => endings.map((ending) => candidate + ending)))
    if (await isProgram(path)) return path
  return undefined
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}

// SPDX-License-Identifier: Apache-2.0
import { statSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import { carriedFiles } from './embedded-files.ts'

/** Rejects if the file does not exist. */
export async function fleetText(file: string): Promise<string> {
  return carriedText(file) ?? readFile(file, 'utf8')
}

/** The names in a folder, not sorted. Rejects if the folder does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  const inside = carriedBelow(folder)
  return inside.length === 0 ? readdir(folder) : [...new Set(inside.map((name) => name.split('/')[0] ?? ''))]
}

export function isFolder(folder: string): boolean {
  if (carriedBelow(folder).length > 0) return true
  try {
    return statSync(folder).isDirectory()
  } catch {
    return false
  }
}

function carriedText(file: string): string | undefined {
  const name = nameOf(file)
  return name === undefined ? undefined : carriedFiles()?.files.text(name)
}

function carriedBelow(folder: string): string[] {
  const name = nameOf(folder)
  if (name === undefined) return []
  const names = carriedFiles()?.files.names() ?? []
  return names.flatMap((file) => (file.startsWith(`${name}/`) ? [file.slice(name.length + 1)] : []))
}

function nameOf(path: string): string | undefined {
  const carried = carriedFiles()
  if (carried === undefined) return undefined
  const name = relative(carried.root, path)
  return name.startsWith('..') ? undefined : name.split(sep).join('/')
}

// SPDX-License-Identifier: Apache-2.0
import { readFile, stat } from 'node:fs/promises'
import { safeLine } from '../../model/text/sanitize.ts'
import type { Material } from '../config.ts'
import { ClusterError } from '../failure.ts'

/** Reads a PEM or token. A file is read again only when its mtime, size or inode changed. */
export function materialReader(material: Material, what: string): () => Promise<string> {
  if ('data' in material) {
    const { data } = material
    return async () => data.unseal()
  }
  const { file } = material
  let lastVersion = ''
  let text = ''
  return async () => {
    try {
      const { mtimeMs, size, ino } = await stat(file)
      const version = `${mtimeMs}/${size}/${ino}`
      if (version !== lastVersion) {
        text = await readFile(file, 'utf8')
        lastVersion = version
      }
      return text
    } catch (error) {
      throw unreadable(what, file, error)
    }
  }
}

/** Names the path, never the content. */
export function unreadable(what: string, file: string, error: unknown): ClusterError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  return new ClusterError({ fault: 'unauthorized', message: `cannot read ${what} ${safeLine(file)} (${code})` })
}

// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from '../bundle/root.ts'
import type { ArchiveFile } from './tar.ts'

/** All files below a folder of the project; files without an extension in bin are executable. */
export function folder(name: string): ArchiveFile[] {
  return readdirSync(join(ROOT, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .sort()
    .map((file) => ({
      name: file,
      bytes: readFileSync(join(ROOT, file)),
      executable: /^bin\/[^.]+$/.test(file),
    }))
}

export function text(name: string, content: string): ArchiveFile {
  return { name, bytes: Buffer.from(content) }
}

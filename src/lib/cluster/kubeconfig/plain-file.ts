// SPDX-License-Identifier: Apache-2.0
import { closeSync, fstatSync, openSync, readFileSync, type Stats, statSync } from 'node:fs'

export interface PlainFile {
  readonly bytes: Buffer
  readonly stats: Stats
}

/**
 * A small file at once: to wait for it takes Node a dozen times as long, and nothing can be done before it is read.
 * Undefined for what is no plain file of this size: a pipe may have us wait, and signals must be heard then. Throws the
 * system's error.
 */
export function readPlainFile(path: string, longest: number): PlainFile | undefined {
  if (!statSync(path).isFile()) return undefined
  const fd = openSync(path, 'r')
  try {
    const stats = fstatSync(fd)
    if (!stats.isFile() || stats.size > longest) return undefined
    return { bytes: readFileSync(fd), stats }
  } finally {
    closeSync(fd)
  }
}

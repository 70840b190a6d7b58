// SPDX-License-Identifier: Apache-2.0
// Only used in a checkout: packages contain the bundled fleets as JSON, and their build replaces this module
// (scripts/bundle/stubs.ts).
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { isObject, type Manifest } from '../json.ts'

const CHECKOUT = join(import.meta.dirname, '../../../..')

/** Only files below these folders are cached: files of the user may contain real Secrets and must not be copied. */
const CACHED_FOLDERS = ['fleets', 'test']

/** Caches results of `parse` by text: the yaml package is slow. */
export async function cachedManifests(
  file: string,
  text: string,
  parse: () => Promise<readonly Manifest[]>,
  checkout: string = CHECKOUT,
): Promise<readonly Manifest[]> {
  const path = relative(checkout, file)
  if (!CACHED_FOLDERS.some((folder) => path.startsWith(folder + sep))) return parse()
  const entry = join(checkout, 'dist/fleet-cache', path.replace(/\.yaml$/, '.json'))
  const sha256 = createHash('sha256').update(text).digest('hex')
  const cached = await readEntry(entry, sha256)
  if (cached !== undefined) return cached
  const manifests = await parse()
  await writeEntry(entry, JSON.stringify({ sha256, manifests }))
  return manifests
}

/** Undefined if the entry is absent, damaged or of another text. */
async function readEntry(entry: string, sha256: string): Promise<readonly Manifest[] | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(entry, 'utf8'))
    if (!isObject(value) || value['sha256'] !== sha256 || !Array.isArray(value['manifests'])) return undefined
    return value['manifests'] as readonly Manifest[]
  } catch {
    return undefined
  }
}

/** Atomic, as several processes may write at once. Errors are ignored: a checkout may be read-only. */
async function writeEntry(entry: string, text: string): Promise<void> {
  const temporary = `${entry}.${randomUUID()}`
  try {
    await mkdir(dirname(entry), { recursive: true })
    await writeFile(temporary, text)
    await rename(temporary, entry)
  } catch {
    await rm(temporary, { force: true }).catch(() => {})
  }
}

// SPDX-License-Identifier: Apache-2.0
// Only in a checkout: packages hold the bundled fleets as JSON, and their build replaces this module
// (scripts/bundle/stubs.ts).
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { isObject, type Manifest } from '../json.ts'

const CHECKOUT = join(import.meta.dirname, '../../../..')

/** Folders of the checkout whose files are cached. Files of the user may hold real Secrets and are never copied. */
const CACHED_FOLDERS = ['fleets', 'test']

/** What `parse` reads from this YAML text, or what it has read before from the same text: the package yaml is slow. */
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

/** The manifests of an entry; undefined when it is absent, damaged or made from another text. */
async function readEntry(entry: string, sha256: string): Promise<readonly Manifest[] | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(entry, 'utf8'))
    if (!isObject(value) || value['sha256'] !== sha256 || !Array.isArray(value['manifests'])) return undefined
    return value['manifests'] as readonly Manifest[]
  } catch {
    return undefined
  }
}

/** Writes an entry in one step, as several processes may write it at once. A checkout may be read-only: failure costs only time. */
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

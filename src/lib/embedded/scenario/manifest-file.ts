// SPDX-License-Identifier: Apache-2.0

import { isObject, type Manifest } from '../json.ts'
import { badFleet } from './bad-fleet.ts'
import { isJsonFile, readJsonFile, yamlValue } from './document-files.ts'
import { cachedManifests } from './manifest-cache.ts'

/** Expands Lists. Throws BAD_FLEET with file and line. */
export async function parseClusterManifests(file: string, text: string): Promise<readonly Manifest[]> {
  const parse = () => parseYamlManifests(file, text)
  if (!isJsonFile(file)) return cachedManifests(file, text, parse)
  const read = (value: unknown) => itemsOf(value).map((item) => checked(file, item))
  return readJsonFile(file, text, read, parse)
}

/** Supports several YAML documents. Takes a second per MB. */
export async function parseYamlManifests(file: string, text: string): Promise<readonly Manifest[]> {
  const { LineCounter, isNode, parseAllDocuments } = await import('yaml')
  const lines = new LineCounter()
  const documents = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true })
  const manifests: Manifest[] = []
  for (const document of Array.isArray(documents) ? documents : []) {
    const line = (offset: number | undefined) => `${file}:${lines.linePos(offset ?? 0).line}`
    const [error] = document.errors
    if (error !== undefined) throw badFleet(line(error.pos[0]), error.message)
    const start = document.contents?.range?.[0]
    const value = yamlValue(document, line(start))
    if (value === null || value === undefined) continue
    for (const [index, item] of itemsOf(value).entries()) {
      const node: unknown = isList(value) ? document.getIn(['items', index], true) : undefined
      manifests.push(checked(line(isNode(node) ? node.range?.[0] : start), item))
    }
  }
  return manifests
}

const isList = (value: unknown): value is { items: unknown[] } =>
  isObject(value) && value['kind'] === 'List' && Array.isArray(value['items'])

const itemsOf = (value: unknown): readonly unknown[] => (isList(value) ? value.items : [value])

function checked(place: string, value: unknown): Manifest {
  if (!isObject(value)) throw badFleet(place, 'is not an object')
  const { apiVersion, kind, metadata } = value
  if (typeof apiVersion !== 'string' || apiVersion === '') throw badFleet(place, 'has no apiVersion')
  if (typeof kind !== 'string' || kind === '') throw badFleet(place, 'has no kind')
  const name = isObject(metadata) ? metadata['name'] : undefined
  if (typeof name !== 'string' || name === '') throw badFleet(place, `${kind} has no metadata.name`)
  return value as unknown as Manifest
}

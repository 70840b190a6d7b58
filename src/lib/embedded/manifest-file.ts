// SPDX-License-Identifier: Apache-2.0
import { badFleet } from './bad-fleet.ts'
import { isObject, type Manifest } from './json.ts'

/** All objects of a multi-document YAML file, Lists opened. Throws BAD_FLEET with file and line. */
export async function parseManifests(file: string, text: string): Promise<readonly Manifest[]> {
  return (await quickly(text)) ?? carefully(file, text)
}

/** A landscape is megabytes of YAML: js-yaml reads it ten times faster, but knows no places. Undefined: something is wrong. */
async function quickly(text: string): Promise<readonly Manifest[] | undefined> {
  const { CORE_SCHEMA, loadAll } = await import('js-yaml')
  try {
    const values = loadAll(text, { schema: CORE_SCHEMA }).filter((value) => value !== null && value !== undefined)
    return values.flatMap((value) => (isList(value) ? value.items : [value])).map((value) => checked('', value))
  } catch {
    return undefined
  }
}

/** The same with places, to say where the mistake is. */
async function carefully(file: string, text: string): Promise<readonly Manifest[]> {
  const { LineCounter, parseAllDocuments } = await import('yaml')
  const lines = new LineCounter()
  const documents = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true })
  const manifests: Manifest[] = []
  for (const document of Array.isArray(documents) ? documents : []) {
    const line = (offset: number | undefined) => `${file}:${lines.linePos(offset ?? 0).line}`
    const [error] = document.errors
    if (error !== undefined) throw badFleet(line(error.pos[0]), error.message)
    const value: unknown = document.toJS()
    if (value === null || value === undefined) continue
    const start = line(document.contents?.range?.[0])
    for (const item of isList(value) ? value.items : [value]) manifests.push(checked(start, item))
  }
  return manifests
}

const isList = (value: unknown): value is { items: unknown[] } =>
  isObject(value) && value['kind'] === 'List' && Array.isArray(value['items'])

function checked(place: string, value: unknown): Manifest {
  if (!isObject(value)) throw badFleet(place, 'is not an object')
  const { apiVersion, kind, metadata } = value
  if (typeof apiVersion !== 'string' || apiVersion === '') throw badFleet(place, 'has no apiVersion')
  if (typeof kind !== 'string' || kind === '') throw badFleet(place, 'has no kind')
  const name = isObject(metadata) ? metadata['name'] : undefined
  if (typeof name !== 'string' || name === '') throw badFleet(place, `${kind} has no metadata.name`)
  return value as unknown as Manifest
}

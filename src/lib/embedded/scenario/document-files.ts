// SPDX-License-Identifier: Apache-2.0
import { extname, join } from 'node:path'
import { badFleet } from './bad-fleet.ts'

/**
 * The YAML and JSON files of a folder, by name without extension and sorted by it. Throws BAD_FLEET if there are both for
 * one name.
 */
export function documentFiles(folder: string, names: readonly string[]): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  // Descending: .yaml comes before .json.
  for (const name of names.toSorted().reverse()) {
    const extension = extname(name)
    if (extension !== '.yaml' && extension !== '.json') continue
    const key = name.slice(0, -extension.length)
    const file = join(folder, name)
    if (files.has(key)) throw badFleet(file, `there is a ${key}.yaml, too`, ['delete one of the two files'])
    files.set(key, file)
  }
  return new Map([...files].reverse())
}

export const isJsonFile = (file: string): boolean => extname(file) === '.json'

/**
 * If `read` throws or the text is not JSON, `locate` parses it again as YAML, a superset of JSON, and throws with the
 * line of the error: JSON.parse has no lines, and its messages quote the text.
 */
export async function readJsonFile<T>(
  file: string,
  text: string,
  read: (value: unknown) => T,
  locate: () => Promise<unknown>,
): Promise<T> {
  try {
    return read(JSON.parse(text))
  } catch {
    await locate()
    throw badFleet(file, 'is not a JSON object')
  }
}

/** Resolves aliases: an alias without anchor, or too many, throw BAD_FLEET. */
export function yamlValue(document: { toJS(): unknown }, place: string): unknown {
  try {
    return document.toJS()
  } catch (error) {
    throw badFleet(place, (error as Error).message)
  }
}

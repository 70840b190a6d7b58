// SPDX-License-Identifier: Apache-2.0

import { ApiError, badRequest } from '../http/status-errors.ts'
import { isObject, sameJson, textAtKeys } from '../json.ts'

const rejected = () =>
  new ApiError(422, 'Invalid', 'the server rejected our request due to an error in our request', { details: {} })

/** RFC 6902, atomic. Throws 400 if the patch is not a list of operations, 422 if one cannot be applied. */
export function jsonPatch(target: unknown, patch: unknown): unknown {
  if (!Array.isArray(patch))
    throw badRequest('error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp')
  return patch.reduce<unknown>((document, operation) => step(document, operation), target)
}

function step(document: unknown, operation: unknown): unknown {
  if (!isObject(operation)) throw badRequest('error decoding patch: json: cannot unmarshal')
  const path = pointer(textAtKeys(operation, 'path'))
  const from = pointer(textAtKeys(operation, 'from'))
  const value = operation['value'] ?? null
  switch (operation['op']) {
    case 'add':
      return set(document, path, value, true)
    case 'replace':
      read(document, path)
      return set(document, path, value, false)
    case 'remove':
      return remove(document, path)
    case 'move':
      return set(remove(document, from), path, read(document, from), true)
    case 'copy':
      return set(document, path, read(document, from), true)
    case 'test':
      if (!sameJson(found(document, path) ?? null, value)) throw rejected()
      return document
    default:
      throw rejected()
  }
}

function pointer(text: string): readonly string[] {
  if (text === '') return []
  if (!text.startsWith('/')) throw rejected()
  return text
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function found(document: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((current, part) => {
    if (Array.isArray(current)) return current[Number(part)]
    return isObject(current) && Object.hasOwn(current, part) ? current[part] : undefined
  }, document)
}

function read(document: unknown, path: readonly string[]): unknown {
  const value = found(document, path)
  if (value === undefined) throw rejected()
  return value
}

function set(document: unknown, path: readonly string[], value: unknown, insert: boolean): unknown {
  const [first, ...rest] = path
  if (first === undefined) return value
  if (Array.isArray(document)) {
    const index = first === '-' ? document.length : Number(first)
    if (!Number.isInteger(index) || index < 0 || index > document.length) throw rejected()
    if (rest.length > 0) return document.map((item, i) => (i === index ? set(item, rest, value, insert) : item))
    return insert ? document.toSpliced(index, 0, value) : document.with(index, value)
  }
  if (!isObject(document) || (rest.length > 0 && !Object.hasOwn(document, first))) throw rejected()
  const below = rest.length === 0 ? value : set(document[first], rest, value, insert)
  return Object.fromEntries([...Object.entries(document).filter(([name]) => name !== first), [first, below]])
}

function remove(document: unknown, path: readonly string[]): unknown {
  const [first, ...rest] = path
  if (first === undefined) throw rejected()
  read(document, [first])
  if (Array.isArray(document)) {
    const index = Number(first)
    return rest.length === 0
      ? document.toSpliced(index, 1)
      : document.map((item, i) => (i === index ? remove(item, rest) : item))
  }
  if (!isObject(document)) throw rejected()
  const entries = Object.entries(document)
  if (rest.length === 0) return Object.fromEntries(entries.filter(([name]) => name !== first))
  return Object.fromEntries(entries.map(([name, value]) => [name, name === first ? remove(value, rest) : value]))
}

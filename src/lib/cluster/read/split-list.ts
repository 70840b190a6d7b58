// SPDX-License-Identifier: Apache-2.0
// A page of a list has several megabytes, mostly fields that are not kept. Parsed as a whole it needs one large string
// and 500 complete objects at once until the next garbage collection: 80 MB more at the peak of 25,000 objects. Parsed
// item by item, only kept fields stay in memory.

import { LeanText } from './strip-managed-fields.ts'

export interface ListParts {
  /** The list with a placeholder for its items. */
  readonly list: Readonly<Record<string, unknown>>
  /** The text of each item, created lazily. */
  readonly items: Iterable<string>
}

const ITEMS = '"items":['
const PLACEHOLDER = '(items)'

/**
 * Splits a list where items seem to begin; undefined when it is not formatted as API servers do. If every part is valid
 * JSON, the parts are exactly the items, because comma-separated JSON values parse in only one way. If one is not, a
 * boundary was inside of an item and the list must be parsed as a whole. lean: without managedFields.
 */
export function listParts(bytes: Buffer, apiVersion: string, kind: string, lean = false): ListParts | undefined {
  const start = bytes.indexOf(ITEMS) + ITEMS.length
  if (start < ITEMS.length) return undefined
  const head = bytes.toString('utf8', 0, start)
  // Typed lists omit apiVersion and kind of items; lists of custom resources have sorted keys.
  const itemStarts = ['{"metadata":{', `{"apiVersion":"${apiVersion}","kind":"${kind}",`]
  const itemStart = itemStarts.find((text) => bytes.toString('latin1', start, start + text.length) === text)
  const end = bytes.lastIndexOf(head.includes('"kind":') ? ']' : '],"kind":')
  if (itemStart === undefined || end < start) return undefined
  const list = parseObject(`${head.slice(0, -1)}"${PLACEHOLDER}"${bytes.toString('utf8', end + 1)}`)
  return list?.['items'] === PLACEHOLDER ? { list, items: itemsOf(bytes, start, end, itemStart, lean) } : undefined
}

function* itemsOf(
  bytes: Buffer,
  start: number,
  end: number,
  itemStart: string,
  lean: boolean,
): Generator<string, void, void> {
  const text = lean ? new LeanText(bytes) : undefined
  const boundary = Buffer.from(`},${itemStart}`)
  for (let from = start; from < end; ) {
    const next = bytes.indexOf(boundary, from)
    const to = next < 0 || next >= end ? end : next + 1
    yield text?.read(from, to) ?? bytes.toString('utf8', from, to)
    from = to + 1
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

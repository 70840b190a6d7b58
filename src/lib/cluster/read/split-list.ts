// SPDX-License-Identifier: Apache-2.0
// A page of a list is several megabytes, most of it fields nobody keeps. Read as a whole it is one string outside of the
// heap and 500 complete objects at once, which stay until the collector comes round: 80 MB more at the peak of 25,000
// objects. Read item by item, only what is kept lives on.

import { LeanText } from './strip-managed-fields.ts'

export interface ListParts {
  /** The list, with something else in place of its items. */
  readonly list: Readonly<Record<string, unknown>>
  /** The text of each item, made as it is asked for. */
  readonly items: Iterable<string>
}

const ITEMS = '"items":['
const MARK = '(items)'

/**
 * Takes a list apart where items seem to begin; undefined when it is not written as API servers write it. If every item
 * is a JSON value of its own, the list is exactly these: values with commas between them are read in one way only. If
 * one is not, a border was inside of an item, and the list must be read as a whole. lean: without managedFields.
 */
export function listParts(bytes: Buffer, apiVersion: string, kind: string, lean = false): ListParts | undefined {
  const start = bytes.indexOf(ITEMS) + ITEMS.length
  if (start < ITEMS.length) return undefined
  const head = bytes.toString('utf8', 0, start)
  // typed lists leave out what all items share; lists of custom resources have sorted keys
  const begins = ['{"metadata":{', `{"apiVersion":"${apiVersion}","kind":"${kind}",`]
  const begin = begins.find((text) => bytes.toString('latin1', start, start + text.length) === text)
  const end = bytes.lastIndexOf(head.includes('"kind":') ? ']' : '],"kind":')
  if (begin === undefined || end < start) return undefined
  const list = parsed(`${head.slice(0, -1)}"${MARK}"${bytes.toString('utf8', end + 1)}`)
  return list?.['items'] === MARK ? { list, items: itemsOf(bytes, start, end, begin, lean) } : undefined
}

function* itemsOf(
  bytes: Buffer,
  start: number,
  end: number,
  begin: string,
  lean: boolean,
): Generator<string, void, void> {
  const text = lean ? new LeanText(bytes) : undefined
  const border = Buffer.from(`},${begin}`)
  for (let from = start; from < end; ) {
    const found = bytes.indexOf(border, from)
    const to = found < 0 || found >= end ? end : found + 1
    yield text?.read(from, to) ?? bytes.toString('utf8', from, to)
    from = to + 1
  }
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

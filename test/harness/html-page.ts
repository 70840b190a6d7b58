// SPDX-License-Identifier: Apache-2.0
// Reads the data of an HTML page as its own script does.
import { inflateRawSync } from 'node:zlib'
import type { HtmlPage } from '../../src/lib/model/report/page.ts'

const BLOCK = /<script type="(?:application\/json|text\/plain)" id="data"( data-encoding="deflate")?>([^<]*)<\/script>/

export const blockIn = (html: string): string => BLOCK.exec(html)?.[2] ?? ''

/** The data block, decompressed, as JSON text. */
export function jsonIn(html: string): string {
  const [, packed, text = ''] = BLOCK.exec(html) ?? []
  return packed ? inflateRawSync(Buffer.from(text, 'base64')).toString('utf8') : text
}

export const pageIn = (html: string): HtmlPage => JSON.parse(jsonIn(html))

export const isPacked = (html: string): boolean => BLOCK.exec(html)?.[1] !== undefined

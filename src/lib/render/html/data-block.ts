// SPDX-License-Identifier: Apache-2.0
import type { HtmlPage } from '../../model/report/page.ts'

/** The page's data in a script block that browsers do not run. Short data stays readable and searchable. */
export async function dataBlock(page: HtmlPage): Promise<string> {
  const json = JSON.stringify(page)
  if (json.length <= MAX_PLAIN_LENGTH)
    return `<script type="application/json" id="data">${escapeForScript(json)}</script>`
  return `<script type="text/plain" id="data" data-encoding="deflate">${await deflate(json)}</script>`
}

/** Escapes every character that could end the block, begin a comment or break a line of script. */
function escapeForScript(json: string): string {
  return json.replace(
    /[<>&\u007f-\u009f\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

async function deflate(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return Buffer.from(await new Response(stream).arrayBuffer()).toString('base64')
}

/** Deflate longer data: ten thousand objects are 4 MB of JSON and a quarter of a megabyte deflated. */
const MAX_PLAIN_LENGTH = 128 * 1024

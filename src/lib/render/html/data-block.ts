// SPDX-License-Identifier: Apache-2.0
import type { HtmlPage } from '../../model/report/page.ts'

/** Longer data is deflated: ten thousand objects are four megabytes of JSON, and a quarter of one packed. */
const PLAIN = 128 * 1024

/** The data of a page in a script block that no browser runs. Short data stays readable for people and for grep. */
export async function dataBlock(page: HtmlPage): Promise<string> {
  const json = JSON.stringify(page)
  if (json.length <= PLAIN) return `<script type="application/json" id="data">${inert(json)}</script>`
  return `<script type="text/plain" id="data" data-encoding="deflate">${await deflated(json)}</script>`
}

/** No character of it can end the block, begin a comment or break a line of script. */
function inert(json: string): string {
  return json.replace(
    /[<>&\u007f-\u009f\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

async function deflated(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return Buffer.from(await new Response(stream).arrayBuffer()).toString('base64')
}

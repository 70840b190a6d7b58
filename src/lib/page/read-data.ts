// SPDX-License-Identifier: Apache-2.0
import type { HtmlPage } from '../model/report/page.ts'

/** The data of the page: JSON, deflated where it is long. */
export async function pageData(): Promise<HtmlPage> {
  const block = document.getElementById('data')
  const text = block?.textContent ?? ''
  return JSON.parse(block?.dataset['encoding'] === 'deflate' ? await inflate(text) : text)
}

async function inflate(base64: string): Promise<string> {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Response(stream).text()
}

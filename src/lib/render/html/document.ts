// SPDX-License-Identifier: Apache-2.0
import type { HtmlPage } from '../../model/report/page.ts'
import { HASHES, SCRIPT, STYLE } from './assets.ts'
import { dataBlock } from './data-block.ts'

/**
 * Nothing is fetched, nothing is sent, only the two texts with these hashes run or apply, and no string can become
 * markup: a browser refuses what the page's own script never does.
 */
const POLICY = [
  "default-src 'none'",
  `script-src '${HASHES.script}'`,
  `style-src '${HASHES.style}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** A page as one file that needs nothing else. */
export async function toHtml(page: HtmlPage): Promise<string> {
  const { title, verdict, line, takenAt } = page
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escaped(`${title}: ${verdict.text}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<header id="head">
<h1>${escaped(title)} <span class="pill tone-${verdict.tone ?? 'plain'}">${escaped(verdict.text)}</span></h1>
<p>${escaped(line)} · as of ${escaped(takenAt)}</p>
<noscript><p>Scripts are off, so only this much can be shown. The same as text: ${escaped(page.command)}</p></noscript>
</header>
<main id="page"></main>
${await dataBlock(page)}
<script>${SCRIPT}</script>
</body>
</html>
`
}

const MARKUP: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text that no cluster can turn into markup. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => MARKUP[char] ?? '')
